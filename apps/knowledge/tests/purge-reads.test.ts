import { newId } from "@supportdesk/ids/ids.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import pg from "pg";
import { expect, it } from "vitest";
import { purge } from "../src/jobs/purge.ts";
import { configFor, log } from "./configuration.ts";
import { givenDatabase } from "./given.ts";

const WORDINGS = 5_000;
const READS_MAX = 25; // of each row; a scan of the whole workspace for every hundred reads them 75 times

it("reads a workspace's wordings a few times to forget them, however many there are", async () => {
	const url = await givenDatabase();
	const admin = new pg.Client(url);
	await admin.connect();
	const workspaceId = newId("wsp", Date.now());
	// Every second wording is of a deleted ticket's alone, with a gap of its own; the others stay.
	await admin.query(
		`insert into knowledge.workspaces values ('${workspaceId}');
		 insert into knowledge.gaps (workspace_id, id, topic, frequency, status, first_seen_at, last_seen_at, created_at, updated_at)
		 select '${workspaceId}', 'gap_' || n, 'Topic ' || n, 1, 'open', now(), now(), now(), now()
		   from generate_series(1, ${WORDINGS}) n;
		 insert into knowledge.gap_questions (workspace_id, gap_id, question, question_key, frequency, last_seen_at)
		 select workspace_id, id, topic, topic, 1, now() from knowledge.gaps;
		 insert into knowledge.gap_tickets (workspace_id, ticket_id, question_id, created_at)
		 select workspace_id, 'tkt_' || id, id, now() from knowledge.gap_questions;
		 insert into knowledge.deleted_tickets (workspace_id, ticket_id, deleted_at)
		 select workspace_id, ticket_id, now() - interval '31 days' from knowledge.gap_tickets where question_id % 2 = 0;
		 analyze`,
	);
	const reads = async () => {
		const { rows } = await admin.query<{ count: number }>(
			`select sum(idx_tup_fetch + seq_tup_read)::int as count from pg_stat_user_tables
			  where schemaname = 'knowledge' and relname in ('gaps', 'gap_questions')`,
		);
		return rows[0]!.count;
	};
	const before = await reads();
	const db = createPool(configFor(url).db, log);
	await purge({ db, clock: { now: () => new Date() } })();
	await db.end(); // whose connections tell what they have read when they end
	await expect.poll(reads).toBeGreaterThan(before + WORDINGS);
	expect((await reads()) - before).toBeLessThan(READS_MAX * WORDINGS);
	const { rows } = await admin.query(
		"select count(*)::int as left from knowledge.gaps",
	);
	expect(rows).toEqual([{ left: WORDINGS / 2 }]);
	await admin.end();
});
