import { newId } from "@supportdesk/ids/ids.ts";
import { createPool, type Pool } from "@supportdesk/pg/pool.ts";
import { inTransaction, read, runOnce } from "@supportdesk/pg/transaction.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { purge } from "../src/jobs/purge.ts";
import type { Service } from "../src/service.ts";
import { insertAnsweredTickets } from "../src/store/answered-tickets.ts";
import { configFor, log } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";
import {
	contextOf,
	type Desk,
	desk,
	givenDatabase,
	givenService,
	HELP_CENTRE,
	jobsAreDone,
	until,
} from "./given.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const start = Date.now();
/** Days that have passed for the service and the purge. */
let days = 0;
const clock = { now: () => new Date(start + days * DAY_MS) };

let url: string;
let db: Pool;
let service: Service;
let ours: Desk;
let workspaceId: string;

beforeAll(async () => {
	url = await givenDatabase();
	db = createPool(configFor(url).db, log);
	service = await givenService(url, fakeModel(), {}, { clock });
	workspaceId = newId("wsp", start);
	// As the admin tool does; the service itself may not.
	const admin = new pg.Client(url);
	await admin.connect();
	await admin.query("insert into knowledge.workspaces (id) values ($1)", [
		workspaceId,
	]);
	await admin.end();
	ours = desk(service.handlers, workspaceId);
});
afterAll(async () => {
	await service.stop();
	await db.end();
});

const storedArticles = async () =>
	(
		await read<{ id: string }>(db, workspaceId, {
			text: "select id from articles where workspace_id = $1 order by id",
			values: [workspaceId],
		})
	).map(({ id }) => id);

it("removes a deleted article after thirty days, and nothing else", async () => {
	const ids: string[] = [];
	for (const [title, body] of HELP_CENTRE)
		ids.push((await ours.publish(title, body)).id);
	await until(() => jobsAreDone(url));
	const query = "forgot my password, reset link";
	const [gone, ...left] = ids as [string, ...string[]];
	expect((await ours.search(query))[0]?.article_id).toBe(gone);
	await ours.remove(gone);

	days = 29;
	await purge({ db, clock })();
	expect(await storedArticles()).toEqual(ids.toSorted());
	days = 31;
	await purge({ db, clock })();
	expect(await storedArticles()).toEqual(left.toSorted());
	// The index in memory has not been asked since before the article was deleted.
	const found = await ours.search(query, [], 100);
	expect(found.map(({ article_id }) => article_id)).not.toContain(gone);
	expect((await ours.search("tracking number of my shipment"))[0]?.title).toBe(
		"Track a shipment",
	);
});

it("forgets after thirty days which tickets were answered, and keeps counting", async () => {
	const note = (ticketId: string) =>
		inTransaction(db, workspaceId, async (tx) => {
			const now = clock.now();
			for (const statement of insertAnsweredTickets(
				workspaceId,
				[ticketId],
				"answered",
				now,
			))
				tx.defer(statement);
		});
	const listed = async (after: number) =>
		(
			await service.handlers.listAnsweredTickets(
				{ after, limit: 10 },
				contextOf(""),
			)
		).tickets;
	await note("tkt_old");
	const [old] = await listed(0);
	days += 31;
	await note("tkt_new");
	await purge({ db, clock })();
	const left = await listed(old!.sequence);
	expect(left.map(({ ticketId }) => ticketId)).toEqual(["tkt_new"]);
	const [result] = await runOnce(db, [
		{ text: "select ticket_id from answered_tickets" },
	]);
	expect(result!.rows).toEqual([{ ticket_id: "tkt_new" }]);
});
