import { newId } from "@supportdesk/ids/ids.ts";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { articleCalls, idOf } from "./article-calls.ts";
import { createEventLog, type LoggedEvent } from "./event-log.ts";
import { fakeModel } from "./fake-model.ts";
import { contextOf, givenDatabase, givenService } from "./given.ts";

const NO_JOBS = { JOBS_AT_A_TIME: "0" }; // an indexed article would differ from its event
const RUNS = 100;

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
async function take(
	step: Step,
	calls: ReturnType<typeof articleCalls>,
	ids: string[],
) {
	if (step.do === "create") {
		ids.push(idOf(await calls.create()));
		return;
	}
	const id = ids[step.article] ?? newId("kb", 0);
	const writing =
		step.do === "update" ? calls.update(id, step.patch) : calls[step.do](id);
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
	const url = await givenDatabase();
	const services = [
		await givenService(url, fakeModel(), NO_JOBS),
		await givenService(url, fakeModel(), NO_JOBS),
	];
	onTestFinished(async () => {
		for (const service of services) await service.stop();
	});
	const eventsOf = createEventLog(services[0]!.handlers);
	await fc.assert(
		fc.asyncProperty(anySteps, async (rounds) => {
			const workspaceId = newId("wsp", Date.now());
			const calls = services.map((service) =>
				articleCalls(service, contextOf(workspaceId)),
			);
			const ids: string[] = [];
			for (const steps of [[{ do: "create" } as const], ...rounds])
				await Promise.all(
					steps.map((step, i) => take(step, calls[i % 2]!, ids)),
				);
			const known = replay(await eventsOf(workspaceId));
			for (const id of ids) {
				const shown = await calls[0]!.get(id).catch(() => undefined);
				expect(known.get(id)).toBe(shown);
			}
			expect(known.size).toBeLessThanOrEqual(ids.length);
		}),
		{ numRuns: RUNS },
	);
}, 120_000);
