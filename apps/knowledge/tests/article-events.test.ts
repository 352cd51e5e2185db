import { newId } from "@supportdesk/ids/ids.ts";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Service } from "../src/service.ts";
import { createEventLog, type LoggedEvent } from "./event-log.ts";
import { fakeModel } from "./fake-model.ts";
import { contextOf, givenDatabase, givenService } from "./given.ts";

const NO_JOBS = { JOBS_AT_A_TIME: "0" }; // an indexed article would differ from its event
const RUNS = 100;
const CREATE = {
	title: "Returns",
	body: "Within thirty days.",
	tags: ["returns"],
	status: "draft",
};

let url: string;
let admin: pg.Client;
let services: Service[];
let eventsOf: (workspaceId: string) => Promise<LoggedEvent[]>;
let workspaceId: string;

beforeAll(async () => {
	url = await givenDatabase();
	admin = new pg.Client(url);
	await admin.connect();
	services = [
		await givenService(url, fakeModel(), NO_JOBS),
		await givenService(url, fakeModel(), NO_JOBS),
	];
	eventsOf = createEventLog(services[0]!.handlers);
});
afterAll(async () => {
	for (const service of services) await service.stop();
	await admin.end();
});
beforeEach(() => {
	workspaceId = newId("wsp", Date.now());
});

const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString();

/** The writes of one process in the workspace, which answer the article as JSON text. */
function writesOf({ handlers }: Service, context = contextOf(workspaceId)) {
	return {
		create: async (request: object = {}) =>
			textOf(
				await handlers.createArticle(
					{ ...CREATE, idempotency: undefined, ...request },
					context,
				),
			),
		update: async (id: string, patch: object) =>
			textOf(await handlers.updateArticle({ id, ...patch }, context)),
		archive: async (id: string) =>
			textOf(
				await handlers.archiveArticle({ id, idempotency: undefined }, context),
			),
		remove: async (id: string) =>
			textOf(await handlers.deleteArticle({ id }, context)),
		get: async (id: string) =>
			textOf(await handlers.getArticle({ id }, context)),
	};
}
const ours = () => writesOf(services[0]!);
const idOf = (json: string) => (JSON.parse(json) as { id: string }).id;
const tags = (...values: string[]) => ({ tags: { values } });

it("writes who created an article by which request, and the article as its GET returns it", async () => {
	const context = contextOf(workspaceId);
	const id = idOf(await writesOf(services[0]!, context).create());
	const [event, ...others] = await eventsOf(workspaceId);
	expect(others).toEqual([]);
	expect(event).toMatchObject({
		id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
		type: "article.created",
		createdAt: event!.object.created_at,
		actorType: "api_key",
		actorId: context.apiKeyId,
		requestId: context.requestId,
		resourceType: "article",
		resourceId: id,
		ticketId: "",
		contactId: "",
		previousJson: "null",
	});
	expect(event!.objectJson).toBe(await ours().get(id));
});

const CHANGES: [string, string, object, string, object][] = [
	[
		"draft",
		"another title",
		{ title: "Refunds" },
		"updated",
		{ title: "Returns" },
	],
	[
		"draft",
		"another body",
		{ body: "Sixty." },
		"updated",
		{ body: CREATE.body, word_count: 3 },
	],
	["draft", "other tags", tags("money"), "updated", { tags: ["returns"] }],
	["draft", "no tags", tags(), "updated", { tags: ["returns"] }],
	[
		"draft",
		"published",
		{ status: "published" },
		"published",
		{ status: "draft" },
	],
	[
		"draft",
		"published under another title",
		{ status: "published", title: "Refunds", ...tags("returns") },
		"published",
		{ title: "Returns", status: "draft" },
	],
	[
		"published",
		"draft",
		{ status: "draft" },
		"updated",
		{ status: "published" },
	],
];
it.each(CHANGES)(
	"writes one event for a %s article that is given %s: the article after it, and the changed fields before it",
	async (status, _what, patch, type, previous) => {
		const created = await ours().create({ status });
		const id = idOf(created);
		await ours().update(id, patch);
		const [, event, ...others] = await eventsOf(workspaceId);
		expect(others).toEqual([]);
		expect(event!.type).toBe(`article.${type}`);
		expect(event!.objectJson).toBe(await ours().get(id));
		const { updated_at } = JSON.parse(created);
		expect(event!.previous).toEqual({ ...previous, updated_at });
	},
);

it("writes one event when an article is archived, and one when it is published again", async () => {
	const id = idOf(await ours().create({ status: "published" }));
	await ours().archive(id);
	const archived = await ours().get(id);
	await ours().archive(id);
	await ours().update(id, { status: "published" });
	const events = await eventsOf(workspaceId);
	expect(events.map(({ type }) => type)).toEqual([
		"article.created",
		"article.archived",
		"article.published",
	]);
	expect(events[1]!.objectJson).toBe(archived);
	expect(events[1]!.previous).toMatchObject({ status: "published" });
	expect(events[2]!.previous).toMatchObject({ status: "archived" });
});

it("writes a deleted article as its GET returned it last", async () => {
	const created = await ours().create();
	await ours().remove(idOf(created));
	const [, event, ...others] = await eventsOf(workspaceId);
	expect(others).toEqual([]);
	expect(event!.type).toBe("article.deleted");
	expect(event!.objectJson).toBe(created);
	expect(event!.previous).toEqual({});
});

it("writes no event for a request that changes nothing", async () => {
	const created = await ours().create({ status: "published" });
	const id = idOf(created);
	const gone = idOf(await ours().create());
	await ours().remove(gone);
	const count = (await eventsOf(workspaceId)).length;

	expect(await ours().update(id, {})).toBe(created);
	const { title, body, status } = CREATE;
	const same = { title, body, ...tags("returns"), status: "published" };
	expect(await ours().update(id, same)).toBe(created);
	expect(status).not.toBe("published");
	const theirs = writesOf(services[0]!, contextOf(newId("wsp", Date.now())));
	for (const write of [
		() => ours().update(gone, { title: "Refunds" }),
		() => ours().archive(gone),
		() => ours().remove(gone),
		() => theirs.update(id, { title: "Refunds" }),
		() => theirs.archive(id),
		() => theirs.remove(id),
	])
		await expect(write()).rejects.toMatchObject({ code: "article_not_found" });
	expect(await eventsOf(workspaceId)).toHaveLength(count);
});

it("writes one event for a repeated request, to several processes, concurrently and in turn", async () => {
	const idempotency = { key: "k", fingerprint: "f" };
	const repeated = contextOf(workspaceId);
	const newCall = () => ({
		...repeated,
		operationId: newId("req", Date.now()),
	});
	const [update, remove] = [newCall(), newCall()];
	const [id] = await Promise.all(
		[0, 1, 0, 1].map(async (process) =>
			idOf(
				await writesOf(services[process]!, repeated).create({ idempotency }),
			),
		),
	);
	await writesOf(services[1]!, repeated).create({ idempotency });
	for (const service of [...services, ...services])
		await writesOf(service, update).update(id!, { title: "Refunds" });
	for (const service of [...services, ...services])
		await writesOf(service, remove).remove(id!);
	const events = await eventsOf(workspaceId);
	expect(events.map(({ type }) => type)).toEqual([
		"article.created",
		"article.updated",
		"article.deleted",
	]);
});

it("changes nothing when the event cannot be written", async () => {
	const created = await ours().create({ status: "published" });
	const id = idOf(created);
	const count = (await eventsOf(workspaceId)).length;
	await admin.query(
		"alter table knowledge.outbox add constraint refused check (false)",
	);
	try {
		for (const write of [
			() => ours().create(),
			() => ours().update(id, { title: "Refunds" }),
			() => ours().archive(id),
			() => ours().remove(id),
		])
			await expect(write()).rejects.toThrow();
	} finally {
		await admin.query("alter table knowledge.outbox drop constraint refused");
	}
	expect(await ours().get(id)).toBe(created);
	const { rows } = await admin.query(
		"select from knowledge.articles where workspace_id = $1",
		[workspaceId],
	);
	expect(rows).toHaveLength(1);
	expect(await eventsOf(workspaceId)).toHaveLength(count);
});

type Step =
	| { readonly do: "create" }
	| { readonly do: "update"; readonly article: number; readonly patch: object }
	| { readonly do: "archive" | "remove"; readonly article: number };

const anyArticle = fc.nat({ max: 3 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
	fc.constant<Step>({ do: "create" }),
	fc.record<Step & { do: "update" }>({
		do: fc.constant("update"),
		article: anyArticle,
		patch: fc.record(
			{
				title: fc.constantFrom("A", "B"),
				body: fc.constantFrom("one", "one two"),
				tags: fc.constantFrom({ values: [] }, { values: ["x"] }),
				status: fc.constantFrom("draft", "published"),
			},
			{ requiredKeys: [] },
		),
	}),
	fc.record<Step & { do: "archive" | "remove" }>({
		do: fc.constantFrom("archive", "archive", "remove"),
		article: anyArticle,
	}),
);

/** Carries out a step; one whose article does not exist, or no longer, does nothing. */
async function take(step: Step, service: Service, ids: string[]) {
	const writes = writesOf(service);
	if (step.do === "create") {
		ids.push(idOf(await writes.create()));
		return;
	}
	const id = ids[step.article] ?? newId("kb", 0);
	const writing =
		step.do === "update" ? writes.update(id, step.patch) : writes[step.do](id);
	await writing.catch((err) => {
		if (err.code !== "article_not_found") throw err;
	});
}

/** The articles after these events, as JSON. Checks that each event continues from the one before. */
function replay(events: readonly LoggedEvent[]): Map<string, string> {
	const articles = new Map<string, string>();
	for (const { type, resourceId, object, objectJson, previous } of events) {
		const before = articles.get(resourceId);
		expect(before === undefined).toBe(type === "article.created");
		if (before !== undefined) {
			expect({ ...object, ...previous }).toEqual(JSON.parse(before));
			const isUnchanged = Object.keys(previous!).length === 0;
			expect(isUnchanged).toBe(type === "article.deleted");
		}
		if (type === "article.deleted") articles.delete(resourceId);
		else articles.set(resourceId, objectJson);
	}
	return articles;
}

it("writes events whose replay is the articles, when two processes write concurrently", async () => {
	const anySteps = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 5 }), {
		minLength: 1,
		maxLength: 6,
	});
	await fc.assert(
		fc.asyncProperty(anySteps, async (rounds) => {
			workspaceId = newId("wsp", Date.now());
			const ids: string[] = [];
			for (const steps of [[{ do: "create" } as const], ...rounds])
				await Promise.all(
					steps.map((step, i) => take(step, services[i % 2]!, ids)),
				);
			const known = replay(await eventsOf(workspaceId));
			for (const id of ids)
				expect(known.get(id)).toBe(
					await ours()
						.get(id)
						.catch(() => undefined),
				);
			expect(known.size).toBeLessThanOrEqual(ids.length);
		}),
		{ numRuns: RUNS },
	);
}, 120_000);
