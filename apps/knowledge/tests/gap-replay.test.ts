import { newId } from "@supportdesk/ids/ids.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { configFor, log } from "./configuration.ts";
import { createEventLog, type LoggedEvent } from "./event-log.ts";
import { fakeModel } from "./fake-model.ts";
import { createGapJobs } from "./gap-jobs.ts";
import {
	givenDatabase,
	givenService,
	HELP_CENTRE,
	harness,
	type ShownGap,
} from "./given.ts";

const RUNS = 25;

/** The gaps after these events, without what changes with every search. */
function replay(events: readonly LoggedEvent[]) {
	const gaps = new Map<string, Pick<ShownGap, "status">>();
	for (const { type, resourceId, object, previous } of events) {
		const before = gaps.get(resourceId);
		expect(before === undefined).toBe(type === "gap.opened");
		const after = stateOf(object as unknown as ShownGap);
		if (before) expect({ ...after, ...stateIn(previous!) }).toEqual(before);
		gaps.set(resourceId, after);
	}
	return gaps;
}

const stateOf = ({ status, resolved_by_article_id }: ShownGap) => ({
	status,
	resolved_by_article_id,
});
const stateIn = (fields: object) =>
	Object.fromEntries(
		Object.entries(fields).filter(([name]) =>
			["status", "resolved_by_article_id"].includes(name),
		),
	);

const TOPICS = [
	["do you ship furniture to Norway", "shipping furniture, Norway"],
	["can I pay with bitcoin", "bitcoin payment, can I"],
] as const;
const ANSWERS = [
	["Shipping furniture to Norway", "We ship furniture to Norway every week."],
	["Pay with bitcoin", "You can pay with bitcoin."],
];
const anyTopic = fc.nat({ max: 1 });
const anyStep = fc.oneof(
	fc.tuple(fc.constant("ask"), anyTopic, anyTopic),
	fc.tuple(fc.constantFrom("publish", "archive", "review"), anyTopic, anyTopic),
);

it("writes events whose replay is the state of each gap, in any order of searches, articles and jobs", async () => {
	const url = await givenDatabase();
	const model = fakeModel();
	const db = createPool(configFor(url).db, log);
	const service = await givenService(url, model, { JOBS_AT_A_TIME: "0" });
	onTestFinished(async () => {
		await service.stop();
		await db.end();
	});
	const jobsOf = createGapJobs(db, model.ai);
	const eventsOf = createEventLog(service.handlers);
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyStep, { minLength: 4, maxLength: 16, size: "max" }),
			async (steps) => {
				const workspaceId = newId("wsp", Date.now());
				const ours = harness(service.handlers, workspaceId);
				const jobs = jobsOf(workspaceId);
				for (const [title, body] of HELP_CENTRE)
					await ours.publish(title, body);
				const answers: string[][] = [[], []];
				for (const [what, topic, phrasing] of steps) {
					if (what === "ask") {
						await ours.search(TOPICS[topic]![phrasing]!);
						await jobs.count();
					} else if (what === "publish") {
						const [title, body] = ANSWERS[topic]!;
						const { id } = await ours.publish(title!, body!);
						answers[topic]!.push(id);
						await jobs.index(id);
					} else if (what === "archive") {
						const id = answers[topic]!.shift();
						if (id === undefined) continue;
						await ours.archive(id);
						await jobs.index(id);
					} else await jobs.review();
					const events = await eventsOf(workspaceId);
					const known = replay(
						events.filter(({ resourceType }) => resourceType === "gap"),
					);
					const shown = await ours.gaps();
					expect([...known].toSorted()).toEqual(
						shown.map((gap) => [gap.id, stateOf(gap)]).toSorted(),
					);
				}
			},
		),
		{ numRuns: RUNS },
	);
}, 120_000);
