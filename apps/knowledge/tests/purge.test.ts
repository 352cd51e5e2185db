import { newId } from "@supportdesk/ids/ids.ts";
import { createPool, type Pool } from "@supportdesk/pg/pool.ts";
import { rowType, text } from "@supportdesk/pg/row-type.ts";
import {
	inTransaction,
	read,
	runOutsideWorkspaces,
} from "@supportdesk/pg/transaction.ts";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { purge } from "../src/jobs/purge.ts";
import type { Service } from "../src/service.ts";
import { insertAnsweredTickets } from "../src/store/answered-tickets.ts";
import { touchRecluster } from "../src/store/gap-phrasings.ts";
import { configFor, log } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";
import {
	contextOf,
	givenDatabase,
	givenService,
	givenWorkspace,
	type Harness,
	HELP_CENTRE,
	harness,
	jobsAreDone,
	queriesAreCounted,
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
let ours: Harness;
let workspaceId: string;

beforeAll(async () => {
	url = await givenDatabase();
	db = createPool(configFor(url).db, log);
	service = await givenService(url, fakeModel(), {}, { clock });
	workspaceId = newId("wsp", start);
	const admin = new pg.Client(url);
	await admin.connect();
	await givenWorkspace(admin, workspaceId);
	await admin.end();
	ours = harness(service.handlers, workspaceId, url);
});
afterAll(async () => {
	await service.stop();
	await db.end();
});

const storedArticles = async () =>
	(
		await read(db, workspaceId, {
			text: "select id from articles where workspace_id = $1 order by id",
			values: [workspaceId],
			row: rowType({ id: text }),
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
	// The index in memory was last used before the article was deleted.
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
	const [result] = await runOutsideWorkspaces(db, [
		{ text: "select ticket_id from answered_tickets" },
	]);
	expect(result!.rows).toEqual([{ ticket_id: "tkt_new" }]);
});

const PHRASINGS = [
	"do you ship furniture to Norway",
	"shipping furniture, Norway",
	"Norway: do you ship furniture",
] as const;
const newTicket = () => newId("tkt", Date.now());
const forget = (ticketId: string) =>
	service.handlers.forgetTicket(
		{ ticketId, deletedAt: clock.now().toISOString() },
		contextOf(workspaceId),
	);
/** A month passes for what was deleted so far. */
const purgeLater = async () => {
	await until(() => queriesAreCounted(url));
	days += 31;
	await purge({ db, clock })();
};
const rowsOf = async (table: string, ticketId: string) =>
	(
		await read(db, workspaceId, {
			text: `select from ${table} where workspace_id = $1 and ticket_id = $2`,
			values: [workspaceId, ticketId],
		})
	).length;
const onlyGap = async () => {
	const [gap, ...others] = await ours.gaps("open");
	expect(others).toEqual([]);
	return gap!;
};

describe("a deleted ticket", () => {
	beforeEach(async () => {
		await until(() => queriesAreCounted(url));
		await inTransaction(db, workspaceId, async (tx) => {
			tx.defer({
				text: "delete from gaps where workspace_id = $1",
				values: [workspaceId],
			});
			tx.defer(touchRecluster(workspaceId));
		});
	});

	it("is no longer named by its gap, whose frequency stays", async () => {
		const [gone, kept] = [newTicket(), newTicket()];
		await ours.passages(gone, PHRASINGS[0]);
		await ours.passages(kept, PHRASINGS[1]);
		await forget(gone);
		await forget(gone);
		expect(await onlyGap()).toMatchObject({
			frequency: 2,
			ticket_ids: [kept],
			topic: PHRASINGS[0],
		});
	});

	it("is not named either when a draft that was on its way is counted after it", async () => {
		const gone = newTicket();
		await forget(gone);
		await ours.passages(gone, PHRASINGS[0]);
		expect(await onlyGap()).toMatchObject({ frequency: 1, ticket_ids: [] });
	});

	it("is named by the gaps of another workspace that has one with the same id", async () => {
		const ticket = newTicket();
		const theirs = harness(service.handlers, newId("wsp", start), url);
		await theirs.passages(ticket, PHRASINGS[0]);
		await forget(ticket);
		expect(await theirs.gaps("open")).toMatchObject([{ ticket_ids: [ticket] }]);
	});

	it("takes its words along after thirty days, and leaves its count", async () => {
		const [gone, kept] = [newTicket(), newTicket()];
		await ours.passages(gone, PHRASINGS[0]);
		await ours.passages(kept, PHRASINGS[1]);
		await forget(gone);
		const before = await onlyGap();
		days += 29;
		await purge({ db, clock })();
		expect(await onlyGap()).toEqual(before);
		days += 2;
		await purge({ db, clock })();
		expect(await onlyGap()).toMatchObject({
			id: before.id,
			topic: PHRASINGS[1],
			example_queries: [PHRASINGS[1]],
			frequency: 2,
			ticket_ids: [kept],
		});
		for (const table of ["gap_tickets", "deleted_tickets"])
			expect(await rowsOf(table, gone), table).toBe(0);
		await ours.search(PHRASINGS[0]);
		expect((await onlyGap()).frequency).toBe(3);
	});

	it("takes them along when the one that was left its count goes as well, and the gap with the last", async () => {
		const tickets = PHRASINGS.map(newTicket);
		for (const [i, phrasing] of PHRASINGS.entries())
			await ours.passages(tickets[i]!, phrasing);
		for (const ticket of tickets.slice(0, 2)) {
			await forget(ticket);
			await purgeLater();
		}
		expect(await onlyGap()).toMatchObject({
			topic: PHRASINGS[2],
			example_queries: [PHRASINGS[2]],
			frequency: 3,
		});
		await forget(tickets[2]!);
		await purgeLater();
		expect(await ours.gaps()).toEqual([]);
	});

	it("leaves the words that others have used as well", async () => {
		const [one, two, searched] = [newTicket(), newTicket(), newTicket()];
		await ours.passages(one, PHRASINGS[0]);
		await ours.passages(two, PHRASINGS[0]);
		await ours.search(PHRASINGS[1]);
		await ours.passages(searched, PHRASINGS[1]);
		await forget(one);
		await forget(searched);
		await purgeLater();
		const gap = await onlyGap();
		expect(gap).toMatchObject({ frequency: 4, ticket_ids: [two] });
		expect(gap.example_queries.toSorted()).toEqual(
			PHRASINGS.slice(0, 2).toSorted(),
		);
		await forget(two);
		await purgeLater();
		expect(await onlyGap()).toMatchObject({
			frequency: 4,
			topic: PHRASINGS[1],
			example_queries: [PHRASINGS[1]],
		});
	});

	it("leaves nothing of what was found for it", async () => {
		const ticket = newTicket();
		const [title, body] = HELP_CENTRE[6]!;
		await ours.publish(title, body);
		await ours.passages(ticket, "tracking number of my shipment");
		expect(await rowsOf("ticket_retrievals", ticket)).toBeGreaterThan(0);
		await forget(ticket);
		await purgeLater();
		for (const table of ["ticket_retrievals", "deleted_tickets"])
			expect(await rowsOf(table, ticket), table).toBe(0);
	});

	it("takes its uncounted queries along", async () => {
		const ticket = newTicket();
		await inTransaction(db, workspaceId, async (tx) => {
			tx.defer({
				text: `insert into unanswered_queries (workspace_id, id, question, question_key, ticket_id, searched_at)
				       values ($1, 'gap_1', $2, $2, $3, now())`,
				values: [workspaceId, PHRASINGS[0], ticket],
			});
		});
		await forget(ticket);
		days += 31;
		await purge({ db, clock })();
		expect(await rowsOf("unanswered_queries", ticket)).toBe(0);
		expect(await ours.gaps()).toEqual([]);
	});

	it("goes with all others, also more than go at once", async () => {
		const words = Array.from({ length: 230 }, (_, i) => `zebra${i} piano${i}`);
		for (const word of words) {
			const ticket = newTicket();
			await ours.passages(ticket, word);
			await forget(ticket);
		}
		await purgeLater();
		expect(await ours.gaps()).toEqual([]);
	});
});
