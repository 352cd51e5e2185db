import { lookup } from "@supportdesk/pg/lookup.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { text as columnText, rowType } from "@supportdesk/pg/row-type.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import { expect, it } from "vitest";
import { NO_SIGNALS } from "../src/domain/ticket.ts";
import {
	type Answer,
	STORE_ANSWERS,
	selectTicketVersion,
} from "../src/store/answers.ts";
import { SAVE_AUTHORS_SEEN } from "../src/store/authors-seen.ts";
import { givenTicket, givenWorkspace } from "./given.ts";
import { startHarness } from "./harness.ts";
import { log } from "./transport.ts";

const TICKETS = 5_000;
const IDS = ["tkt_7", "tkt_8", "tkt_9"];

it("reads of a workspace's tickets and contacts only those that jobs have answered", async () => {
	const harness = await startHarness({ env: { JOBS_AT_A_TIME: "0" } });
	const pool = createPool({ ...harness.config.db, sizeMax: 1 }, log);
	const workspace = await givenWorkspace(harness);
	await givenTicket(harness, workspace);
	await harness.sql(
		`insert into tickets.contacts (workspace_id, id, name, email, email_key, created_at)
		 select $1, 'cnt_' || n, 'Customer', n || '@example.com', n || '@example.com', now() from generate_series(1, $2::int) n`,
		[workspace.id, TICKETS],
	);
	await harness.sql(
		`insert into tickets.tickets (workspace_id, id, subject, status, priority, channel, contact_id, ai_intent, ai_urgency,
		   ai_sentiment, ai_confidence, message_count, last_message_at, created_at, updated_at)
		 select workspace_id, 'tkt_' || n, subject, status, priority, channel, 'cnt_' || n, ai_intent, ai_urgency, ai_sentiment,
		   ai_confidence, message_count, last_message_at, created_at, updated_at
		   from tickets.tickets, generate_series(1, $2::int) n
		  where workspace_id = $1`,
		[workspace.id, TICKETS],
	);
	await harness.sql("analyze");
	const readsOf = async ({ text, values = [] }: Statement) => {
		const rows = await read(pool, workspace.id, {
			text: `explain (analyze, costs off) ${text}`,
			values,
			row: rowType({ "QUERY PLAN": columnText }),
		});
		return rows.flatMap((row) => {
			const [, count, loops] =
				/Scan .*on (?:tickets|contacts)\b.*rows=([\d.]+) loops=(\d+)/.exec(
					row["QUERY PLAN"],
				) ?? [];
			return count ? [Number(count) * Number(loops)] : [];
		});
	};

	const authors = await readsOf(SAVE_AUTHORS_SEEN.statement(workspace.id, IDS));
	const answers: Answer[] = [];
	for (const ticketId of IDS) {
		const query = selectTicketVersion(workspace.id, ticketId);
		const [version] = await lookup(pool, workspace.id, query);
		answers.push({
			ticketId,
			version: version!,
			signals: NO_SIGNALS,
			draft: undefined,
			sourceVersions: {},
			suggestionsJson: "[]",
			events: [],
		});
	}
	const stored = await readsOf(STORE_ANSWERS.statement(workspace.id, answers));

	expect(authors).toEqual([3, 3, 3, 3]);
	expect(stored).toEqual([3, 3]);
	await pool.end();
	await harness.stop();
});
