import { newId } from "@supportdesk/ids/ids.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { purge } from "../src/jobs/purge.ts";
import { configFor, log } from "./configuration.ts";
import { givenDatabase, givenWorkspace } from "./given.ts";

const PHRASINGS = 5_000;
const READS_MAX = 25; // of each row; a scan of the whole workspace for every hundred reads them 75 times
const TICKETS = 20_000;
const TICKET_READS_MAX = 5; // a scan of the whole workspace for every thousand reads them 20 times

let url: string;
let admin: pg.Client;
let workspaceId: string;
beforeAll(async () => {
	url = await givenDatabase();
	admin = new pg.Client(url);
	await admin.connect();
});
afterAll(() => admin.end());
beforeEach(async () => {
	workspaceId = newId("wsp", Date.now());
	await admin.query(
		"delete from knowledge.gaps; delete from knowledge.deleted_tickets; delete from knowledge.workspaces",
	);
	await givenWorkspace(admin, workspaceId);
});

/** How many rows of these tables the purge reads. */
async function readsOfPurge(...tables: string[]): Promise<number> {
	const reads = async () => {
		await admin.query("select pg_stat_force_next_flush()");
		const { rows } = await admin.query<{ count: number }>(
			`select sum(idx_tup_fetch + seq_tup_read)::int as count from pg_stat_user_tables
			  where schemaname = 'knowledge' and relname = any($1)`,
			[tables],
		);
		return rows[0]!.count;
	};
	const before = await reads();
	const db = createPool(configFor(url).db, log);
	await purge({ db, clock: { now: () => new Date() } })();
	await db.end(); // connections report their read counts when they end
	await expect.poll(reads).toBeGreaterThan(before);
	return (await reads()) - before;
}

const countOf = async (table: string) => {
	const { rows } = await admin.query<{ count: number }>(
		`select count(*)::int from knowledge.${table}`,
	);
	return rows[0]!.count;
};

it("reads a workspace's phrasings a few times to forget them, however many there are", async () => {
	// Every second phrasing is of a deleted ticket's alone, with a gap of its own; the others stay.
	await admin.query(
		`insert into knowledge.gaps (workspace_id, id, topic, frequency, status, first_seen_at, last_seen_at, created_at, updated_at)
		 select '${workspaceId}', 'gap_' || n, 'Topic ' || n, 1, 'open', now(), now(), now(), now()
		   from generate_series(1, ${PHRASINGS}) n;
		 insert into knowledge.gap_questions (workspace_id, gap_id, question, question_key, frequency, last_seen_at)
		 select workspace_id, id, topic, topic, 1, now() from knowledge.gaps;
		 insert into knowledge.gap_tickets (workspace_id, ticket_id, question_id, created_at)
		 select workspace_id, 'tkt_' || id, id, now() from knowledge.gap_questions;
		 insert into knowledge.deleted_tickets (workspace_id, ticket_id, deleted_at)
		 select workspace_id, ticket_id, now() - interval '31 days' from knowledge.gap_tickets where question_id % 2 = 0;
		 analyze`,
	);
	const reads = await readsOfPurge("gaps", "gap_questions");
	expect(reads).toBeGreaterThan(PHRASINGS);
	expect(reads).toBeLessThan(READS_MAX * PHRASINGS);
	expect(await countOf("gaps")).toBe(PHRASINGS / 2);
});

it("reads deleted tickets a few times to forget them, however many there are and stay", async () => {
	// Those of every tenth stay, for their phrasing was searched for as well.
	await admin.query(
		`insert into knowledge.deleted_tickets (workspace_id, ticket_id, deleted_at)
		 select '${workspaceId}', 'tkt_' || n, now() - interval '31 days' - n * interval '1 second' from generate_series(1, ${TICKETS}) n;
		 insert into knowledge.gaps (workspace_id, id, topic, frequency, status, first_seen_at, last_seen_at, created_at, updated_at)
		 values ('${workspaceId}', 'gap_1', 'Topic', ${TICKETS}, 'open', now(), now(), now(), now());
		 insert into knowledge.gap_questions (workspace_id, gap_id, question, question_key, frequency, last_seen_at)
		 select workspace_id, id, topic, topic, frequency, now() from knowledge.gaps;
		 insert into knowledge.gap_tickets (workspace_id, ticket_id, question_id, created_at)
		 select workspace_id, 'tkt_' || n, id, now() from knowledge.gap_questions, generate_series(10, ${TICKETS}, 10) n;
		 analyze`,
	);
	const reads = await readsOfPurge("deleted_tickets", "gap_tickets");
	expect(reads).toBeLessThan(TICKET_READS_MAX * TICKETS);
	expect(await countOf("deleted_tickets")).toBe(TICKETS / 10);
});
