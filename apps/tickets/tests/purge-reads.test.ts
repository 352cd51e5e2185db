import { createPool } from "@supportdesk/pg/pool.ts";
import { expect, it } from "vitest";
import { purge } from "../src/jobs/purge.ts";
import { givenWorkspace } from "./given.ts";
import { startHarness } from "./harness.ts";
import { log } from "./transport.ts";

const TICKETS = 4_000;
const READS_MAX = 10; // of each row; a scan of the whole workspace for every twenty reads them 75 times

it("reads a workspace's tickets a few times to remove the deleted ones, however many there are", async () => {
	const harness = await startHarness({ env: { JOBS_AT_A_TIME: "0" } });
	const { id } = await givenWorkspace(harness);
	await harness.sql(
		`insert into tickets.contacts (workspace_id, id, name, email, email_key, created_at)
		 values ($1, 'cnt_1', 'Customer', 'a@example.com', 'a@example.com', now())`,
		[id],
	);
	await harness.sql(
		`insert into tickets.tickets (workspace_id, id, subject, status, priority, channel, contact_id, ai_intent, ai_urgency,
		   ai_sentiment, ai_confidence, message_count, last_message_at, created_at, updated_at, deleted_at)
		 select $1, 'tkt_' || lpad(n::text, 26, '0'), 'Late', 'open', 'normal', 'email', 'cnt_1', 'other', 'normal', 'neutral',
		   80, 1, now(), now(), now(), case when n % 2 = 0 then now() - interval '31 days' end
		   from generate_series(1, $2::int) n`,
		[id, TICKETS],
	);
	await harness.sql("analyze");
	const reads = async () => {
		await harness.sql("select pg_stat_force_next_flush()");
		const [row] = await harness.sql<{ count: number }>(
			`select (idx_tup_fetch + seq_tup_read)::int as count from pg_stat_user_tables
			  where schemaname = 'tickets' and relname = 'tickets'`,
		);
		return row!.count;
	};
	const before = await reads();
	const db = createPool(harness.config.db, log);
	await purge({ db, clock: { now: () => new Date() } })();
	await db.end(); // whose connections report what they have read when they end
	await expect.poll(reads).toBeGreaterThan(before);
	expect((await reads()) - before).toBeLessThan(READS_MAX * TICKETS);
	expect(await harness.sql("select from tickets.tickets")).toHaveLength(
		TICKETS / 2,
	);
	await harness.stop();
});
