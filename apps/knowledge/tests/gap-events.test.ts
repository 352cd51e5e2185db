import { newId } from "@supportdesk/ids/ids.ts";
import { createPool, type Pool } from "@supportdesk/pg/pool.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Service } from "../src/service.ts";
import { configFor, log } from "./configuration.ts";
import { createEventLog, type LoggedEvent } from "./event-log.ts";
import { fakeModel } from "./fake-model.ts";
import { createGapJobs, type GapJobs } from "./gap-jobs.ts";
import {
	givenDatabase,
	givenService,
	type Harness,
	HELP_CENTRE,
	harness,
	type ShownGap,
} from "./given.ts";

const QUESTION = "do you ship furniture to Norway";
const PHRASING = "shipping furniture, Norway";
const ARTICLE = [
	"Shipping furniture to Norway",
	"We ship furniture to Norway every week. Norway is outside the customs union, so furniture shipped there is declared.",
] as const;

const model = fakeModel();
let url: string;
let db: Pool;
let service: Service;
let eventsOf: (workspaceId: string) => Promise<LoggedEvent[]>;
let jobsOf: (workspaceId: string) => GapJobs;
let jobs: GapJobs;
let workspaceId: string;
let ours: Harness;

beforeAll(async () => {
	url = await givenDatabase();
	db = createPool(configFor(url).db, log);
	service = await givenService(url, model, { JOBS_AT_A_TIME: "0" });
	eventsOf = createEventLog(service.handlers);
	jobsOf = createGapJobs(db, model.ai);
});
afterAll(async () => {
	await service.stop();
	await db.end();
});
beforeEach(() => {
	workspaceId = newId("wsp", Date.now());
	ours = harness(service.handlers, workspaceId);
	jobs = jobsOf(workspaceId);
});

const newTicket = () => newId("tkt", Date.now());
const gapEvents = async () =>
	(await eventsOf(workspaceId)).filter(
		({ resourceType }) => resourceType === "gap",
	);
const typesOf = (events: readonly LoggedEvent[]) =>
	events.map(({ type }) => type.slice("gap.".length));
/** The gap as an event shows it: the list's object without the words of customers. */
const withoutWords = ({ topic, example_queries, ...rest }: ShownGap) => rest;

async function publish(title: string, body: string): Promise<string> {
	const { id } = await ours.publish(title, body);
	await jobs.index(id);
	await jobs.review();
	return id;
}

async function archive(id: string): Promise<void> {
	await ours.archive(id);
	await jobs.index(id);
	await jobs.review();
}

it("writes a new gap as the list shows it, without the words of customers, and no event for later searches", async () => {
	const ticket = newTicket();
	await ours.search(QUESTION);
	await ours.passages(ticket, QUESTION);
	await jobs.count();
	const [gap] = await ours.gaps();
	await ours.search(QUESTION);
	await ours.search(PHRASING);
	await jobs.count();
	expect(await ours.gaps()).toMatchObject([{ id: gap!.id, frequency: 4 }]);
	const [event, ...others] = await gapEvents();
	expect(others).toEqual([]);
	expect(event).toMatchObject({
		type: "gap.opened",
		actorType: "system",
		actorId: "",
		requestId: "",
		resourceId: gap!.id,
		ticketId: "",
		contactId: "",
		previousJson: "null",
	});
	expect(event!.object).toMatchObject({ frequency: 2, ticket_ids: [ticket] });
	expect(event!.objectJson).toBe(JSON.stringify(withoutWords(gap!)));
	expect(JSON.stringify(await eventsOf(workspaceId))).not.toMatch(/norway/i);
});

it("writes one event when an article resolves a gap, and one when the gap opens again", async () => {
	for (const [title, body] of HELP_CENTRE) await publish(title, body);
	await ours.search(QUESTION);
	await jobs.count();
	await jobs.review();
	const id = await publish(...ARTICLE);
	const [resolved] = await ours.gaps("resolved");
	await jobs.review();
	await archive(id);
	const [open] = await ours.gaps("open");
	await jobs.review();

	const [opened, ...later] = await gapEvents();
	expect(typesOf(later)).toEqual(["resolved", "reopened"]);
	expect(later.map(({ objectJson }) => objectJson)).toEqual(
		[resolved!, open!].map((gap) => JSON.stringify(withoutWords(gap))),
	);
	expect(later[0]!.previous).toEqual({
		status: "open",
		resolved_by_article_id: null,
		updated_at: opened!.object.updated_at,
	});
	expect(later[1]!.previous).toEqual({
		status: "resolved",
		resolved_by_article_id: id,
		updated_at: later[0]!.object.updated_at,
	});
});

it("writes that a resolved gap is resolved by another article than before", async () => {
	for (const [title, body] of HELP_CENTRE) await publish(title, body);
	await ours.search(QUESTION);
	await jobs.count();
	const first = await publish(...ARTICLE);
	const second = await publish(...ARTICLE);
	await archive(first);
	const events = await gapEvents();
	expect(typesOf(events)).toEqual(["opened", "resolved", "resolved"]);
	expect(events[2]!.object).toMatchObject({
		status: "resolved",
		resolved_by_article_id: second,
	});
	expect(events[2]!.previous).toMatchObject({ resolved_by_article_id: first });
	expect(events[2]!.previous).not.toHaveProperty("status");
});

it("writes that a gap opens again by an unanswered search of its phrasing, with the frequency before", async () => {
	for (const [title, body] of HELP_CENTRE) await publish(title, body);
	await ours.search(QUESTION);
	await jobs.count();
	const id = await publish(...ARTICLE);
	await ours.archive(id); // the review of gaps has not come to it yet
	await ours.search(QUESTION);
	await jobs.count();
	await jobs.review();
	const events = await gapEvents();
	expect(typesOf(events)).toEqual(["opened", "resolved", "reopened"]);
	expect(events[2]!.object).toMatchObject({ frequency: 2, status: "open" });
	expect(events[2]!.previous).toMatchObject({
		frequency: 1,
		status: "resolved",
		resolved_by_article_id: id,
	});
});

it("writes that a gap opens again when one of its tickets searches again without an answer", async () => {
	for (const [title, body] of HELP_CENTRE) await publish(title, body);
	const ticket = newTicket();
	await ours.passages(ticket, QUESTION);
	await jobs.count();
	const id = await publish(...ARTICLE);
	await ours.archive(id);
	await ours.passages(ticket, QUESTION);
	await jobs.count();
	const events = await gapEvents();
	expect(typesOf(events)).toEqual(["opened", "resolved", "reopened"]);
	expect(events[2]!.object).toMatchObject({ frequency: 1 });
	expect(events[2]!.previous).not.toHaveProperty("frequency");
});

it("writes the gap that reclustering splits off another one", async () => {
	model.isUnavailable = true; // so that their words join them in one gap
	await ours.search("do you have any of the zebra");
	await ours.search("do you have any of the piano");
	await jobs.count();
	model.isUnavailable = false;
	expect(await ours.gaps()).toHaveLength(1);
	await jobs.recluster();
	const gaps = await ours.gaps();
	const events = await gapEvents();
	expect(typesOf(events)).toEqual(["opened", "opened"]);
	const created = gaps.find(({ id }) => id === events[1]!.resourceId);
	expect(gaps).toHaveLength(2);
	expect(events[1]!.objectJson).toBe(JSON.stringify(withoutWords(created!)));
});

it("writes one event for a gap that many searches open at once, whichever process counts them", async () => {
	await Promise.all(Array.from({ length: 100 }, () => ours.search(QUESTION)));
	await Promise.all([jobs.count(), jobs.count(), jobs.count()]);
	expect(typesOf(await gapEvents())).toEqual(["opened"]);
});
