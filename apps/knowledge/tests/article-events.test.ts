import { newId } from "@supportdesk/ids/ids.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Service } from "../src/service.ts";
import { articleCalls, CREATE, idOf } from "./article-calls.ts";
import { createEventLog, type LoggedEvent } from "./event-log.ts";
import { fakeModel } from "./fake-model.ts";
import { contextOf, givenDatabase, givenService } from "./given.ts";

const NO_JOBS = { JOBS_AT_A_TIME: "0" }; // an indexed article would differ from its event

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

/** The calls of a client to one of the processes. */
const callsTo = (process: number, context: CallContext) =>
	articleCalls(services[process]!, context);
const ours = () => callsTo(0, contextOf(workspaceId));
const tags = (...values: string[]) => ({ tags: { values } });

it("writes who created an article by which request, and the article as its GET returns it", async () => {
	const context = contextOf(workspaceId);
	const id = idOf(await callsTo(0, context).create());
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
	const theirs = callsTo(0, contextOf(newId("wsp", Date.now())));
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
			idOf(await callsTo(process, repeated).create({ idempotency })),
		),
	);
	await callsTo(1, repeated).create({ idempotency });
	for (const process of [0, 1, 0, 1])
		await callsTo(process, update).update(id!, { title: "Refunds" });
	for (const process of [0, 1, 0, 1])
		await callsTo(process, remove).remove(id!);
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
