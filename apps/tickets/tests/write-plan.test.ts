import { newId } from "@supportdesk/ids/ids.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import { expect, it } from "vitest";
import { readMessageBody } from "../src/domain/message-body.ts";
import { NO_SIGNALS } from "../src/domain/ticket.ts";
import { enrichExpression } from "../src/jobs/enrich.ts";
import {
	type TicketOfAddress,
	WRITE_TICKETS,
} from "../src/store/new-ticket.ts";
import { startDesk } from "./desk.ts";
import { givenWorkspace, type Workspace } from "./given.ts";
import { log } from "./wire.ts";

const CONTACTS = 5_000;

// A join of the addresses with the contacts is planned as one with all of them: seven times as much for a single ticket.
it("reads of a workspace's contacts only those that new tickets are about", async () => {
	const desk = await startDesk({ env: { JOBS_AT_A_TIME: "0" } });
	const pool = createPool({ ...desk.config.db, sizeMax: 1 }, log);
	const workspace = await givenWorkspace(desk);
	await desk.sql(
		`insert into tickets.contacts (workspace_id, id, name, email, email_key, created_at)
		 select $1, 'cnt_' || n, 'Customer', n || '@example.com', n || '@example.com', now() from generate_series(1, $2::int) n`,
		[workspace.id, CONTACTS],
	);
	await desk.sql("analyze");
	const asked = [1, 2, 3].map((n) =>
		newTicketOf(workspace, `${n}@example.com`),
	);
	const { text, values } = WRITE_TICKETS.statement(workspace.id, asked);
	const rows = await read<{ "QUERY PLAN": string }>(pool, workspace.id, {
		text: `explain (analyze, costs off) ${text}`,
		values,
	});
	const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
	expect(plan).toMatch(
		/Index Scan using contacts_email_key on contacts .*rows=1\.00 loops=3/,
	);
	expect(plan.match(/Scan .*on contacts /g)).toHaveLength(1);
	await pool.end();
	await desk.stop();
});

function newTicketOf(workspace: Workspace, email: string): TicketOfAddress {
	const now = new Date();
	const id = newId("tkt", now.getTime());
	return {
		ticket: {
			id,
			subject: "Late",
			status: "open",
			priority: "normal",
			channel: "email",
			tags: [],
			signals: NO_SIGNALS,
			readyDraftId: null,
			customAttributesJson: "{}",
			createdAt: now.toISOString(),
			updatedAt: now.toISOString(),
			resolvedAt: null,
		},
		contact: {
			id: newId("cnt", now.getTime()),
			name: "Customer",
			email,
			emailKey: email,
			avatarUrl: null,
		},
		messageId: newId("msg", now.getTime()),
		body: readMessageBody("Where?"),
		job: enrichExpression(workspace.id, id),
	};
}
