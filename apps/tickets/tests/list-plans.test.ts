import { createPool } from "@supportdesk/pg/pool.ts";
import { text as columnText, rowType } from "@supportdesk/pg/row-type.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import { expect, it } from "vitest";
import type { TicketFilter } from "../src/domain/ticket-list.ts";
import {
	selectSmallTicketPage,
	selectTicketPage,
	TICKETS,
	walksWantedRowsOnly,
} from "../src/store/ticket-list.ts";
import { TICKET_SORTS, type TicketSort } from "../src/store/ticket-walk.ts";
import { givenWorkspace } from "./given.ts";
import { startHarness } from "./harness.ts";
import { log } from "./transport.ts";

const TICKET_COUNT = 3_000;
const FETCHED = 26; // for a page of 25
const RANGE = {
	created_after: "2020-01-01T00:00:00Z",
	created_before: "2040-01-01T00:00:00Z",
};

const SORTS: TicketSort[] = TICKET_SORTS.flatMap((field) => [
	{ field, direction: "asc" },
	{ field, direction: "desc" },
]);

// A page that reads rows only to drop them can take seconds, and must not go where lookups wait for it.
it("shares round trips only for pages whose every read row is wanted", async () => {
	const harness = await startHarness({ env: { JOBS_AT_A_TIME: "0" } });
	const pool = createPool({ ...harness.config.db, sizeMax: 1 }, log);
	const workspace = await givenWorkspace(harness);
	await harness.sql(
		`insert into tickets.contacts (workspace_id, id, name, email, email_key, created_at)
		 select $1, 'cnt_' || n, 'Customer', n || '@example.com', n || '@example.com', now() from generate_series(0, 9) n`,
		[workspace.id],
	);
	await harness.sql(
		`with made as (
		   insert into tickets.tickets (workspace_id, id, subject, status, priority, channel, contact_id, assignee_id, group_id,
		     tags, ai_intent, ai_urgency, ai_sentiment, ai_confidence, message_count, last_message_at, created_at, updated_at,
		     resolved_at)
		   select $1, 'tkt_' || lpad(n::text, 26, '0'), 'Late', case when n % 10 = 0 then 'open' else 'resolved' end,
		     case when n % 2 = 0 then 'high' else 'normal' end, 'email', 'cnt_' || n % 10,
		     case when n % 3 = 0 then $2 end, case when n % 4 = 0 then $3 end, array['t' || n % 7], 'intent' || n % 5,
		     'normal', 'neutral', 80, 1, at, at, at, case when n % 10 > 0 then at end
		   from generate_series(1, $4::int) n cross join lateral (select now() - n * interval '1 hour') t (at)
		   returning id, tags, created_at)
		 insert into tickets.ticket_tags (workspace_id, tag, created_at, ticket_id) select $1, tags[1], created_at, id from made`,
		[workspace.id, workspace.agentId, workspace.groupId, TICKET_COUNT],
	);
	await harness.sql("analyze");
	const filters: TicketFilter[] = [
		{},
		RANGE,
		{ status: "open" },
		{ status: "open", ...RANGE },
		{ status: "open", priority: "high" },
		{ priority: "high" },
		{ assignee: workspace.agentId },
		{ assignee: "unassigned" },
		{ group: workspace.groupId },
		{ channel: "email" },
		{ contact: "cnt_1" },
		{ contact_email: "1@example.com" },
		{ tag: "t1" },
		{ tag: "t1", status: "open" },
		{ ai_intent: "intent1" },
	];
	const shared: string[] = [];
	for (const sort of SORTS) {
		for (const filter of filters) {
			if (!walksWantedRowsOnly(filter, sort)) continue;
			for (const select of [selectSmallTicketPage, selectTicketPage]) {
				const { text, values } = select(
					TICKETS,
					workspace.id,
					filter,
					sort,
					25,
					undefined,
				);
				const rows = await read(pool, workspace.id, {
					text: `explain (analyze, costs off) ${text}`,
					values,
					row: rowType({ "QUERY PLAN": columnText }),
				});
				const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
				const walks = plan.matchAll(/ on ticket\w+ \S+ \(actual .*rows=(\d+)/g);
				const walked = [...walks].map(([, count]) => Number(count));
				expect(walked).not.toEqual([]);
				for (const count of walked) expect(count).toBeLessThanOrEqual(FETCHED);
				expect(plan).not.toContain("Rows Removed by Filter");
			}
			shared.push(`${sort.field}: ${Object.keys(filter)}`);
		}
	}
	expect([...new Set(shared)]).toEqual([
		"created_at: ",
		"created_at: created_after,created_before",
		"created_at: status",
		"created_at: status,created_after,created_before",
		"created_at: group",
		"created_at: contact",
		"created_at: contact_email",
		"created_at: tag",
		"created_at: ai_intent",
		"updated_at: ",
		"resolved_at: ",
		"priority: ",
	]);
	await pool.end();
	await harness.stop();
});
