import { newId } from "@supportdesk/ids/ids.ts";
import { OWN_JOB } from "@supportdesk/outbox/new-event.ts";
import { purgeIdempotencyKeys } from "@supportdesk/pg/claim.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { text as columnText, rowType } from "@supportdesk/pg/row-type.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import { expect, it } from "vitest";
import { NO_SIGNALS } from "../src/domain/ticket.ts";
import { enrichJob } from "../src/queue.ts";
import { type NewMessage, WRITE_MESSAGES } from "../src/store/new-message.ts";
import { type NewTicket, WRITE_TICKETS } from "../src/store/new-ticket.ts";
import { givenTicket, givenWorkspace, type Workspace } from "./given.ts";
import { startHarness } from "./harness.ts";
import { log } from "./transport.ts";

const CONTACTS = 5_000;
const TICKETS = 5_000;
const AGENTS = 1_000;
const KEYS = 100_000;
const WORKSPACES = 100;
/** Keys that come one lot after the other, between two analyses. */
const GROWTH = [20, 60, 100, 150, 300];

// A join of the addresses with the contacts is planned as one with all of them: seven times as much for a single ticket.
it("reads of a workspace's contacts only those that new tickets are about", async () => {
	const harness = await startHarness({ env: { JOBS_AT_A_TIME: "0" } });
	const pool = createPool({ ...harness.config.db, sizeMax: 1 }, log);
	const workspace = await givenWorkspace(harness);
	await harness.sql(
		`insert into tickets.contacts (workspace_id, id, name, email, email_key, created_at)
		 select $1, 'cnt_' || n, 'Customer', n || '@example.com', n || '@example.com', now() from generate_series(1, $2::int) n`,
		[workspace.id, CONTACTS],
	);
	await harness.sql("analyze");
	const asked = [1, 2, 3].map((n) =>
		newTicketOf(workspace, `${n}@example.com`),
	);
	const { text, values } = WRITE_TICKETS.statement(workspace.id, asked);
	const rows = await read(pool, workspace.id, {
		text: `explain (analyze, costs off) ${text}`,
		values,
		row: rowType({ "QUERY PLAN": columnText }),
	});
	const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
	expect(plan).toMatch(
		/Index Scan using contacts_email_key on contacts .*rows=1\.00 loops=3/,
	);
	// The contact that another one was merged into is looked up only then.
	const scans = plan.match(/Scan .*on contacts .*/g) ?? [];
	const executed = scans.filter((scan) => !scan.includes("never executed"));
	expect(executed).toHaveLength(1);
	await pool.end();
	await harness.stop();
});

it("reads of a workspace's tickets and agents only those that replies are about", async () => {
	const harness = await startHarness({ env: { JOBS_AT_A_TIME: "0" } });
	const pool = createPool({ ...harness.config.db, sizeMax: 1 }, log);
	const workspace = await givenWorkspace(harness);
	await givenTicket(harness, workspace);
	await harness.sql(
		`insert into tickets.agents
		 select $1, 'usr_' || n, 'Agent', n || '@desk.example', now() from generate_series(1, $2::int) n`,
		[workspace.id, AGENTS],
	);
	await harness.sql(
		`insert into tickets.tickets (workspace_id, id, subject, status, priority, channel, contact_id, ai_intent, ai_urgency,
		   ai_sentiment, ai_confidence, message_count, last_message_at, created_at, updated_at)
		 select workspace_id, 'tkt_' || n, subject, status, priority, channel, contact_id, ai_intent, ai_urgency, ai_sentiment,
		   ai_confidence, message_count, last_message_at, created_at, updated_at
		   from tickets.tickets, generate_series(1, $2::int) n
		  where workspace_id = $1`,
		[workspace.id, TICKETS],
	);
	await harness.sql("analyze");
	const asked = [1, 2, 3].map((n) => newNoteOf(`tkt_${n}`, `usr_${n}`));
	const { text, values } = WRITE_MESSAGES.statement(workspace.id, asked);
	const rows = await read(pool, workspace.id, {
		text: `explain (analyze, costs off) ${text}`,
		values,
		row: rowType({ "QUERY PLAN": columnText }),
	});
	const reads = rows.flatMap((row) => {
		const [, table, count, loops] =
			/Scan .*on (tickets|agents)\b.*rows=([\d.]+) loops=(\d+)/.exec(
				row["QUERY PLAN"],
			) ?? [];
		return table ? [{ table, rows: Number(count) * Number(loops) }] : [];
	});
	expect(reads.map(({ table }) => table).sort()).toEqual([
		"agents",
		"tickets",
		"tickets",
	]);
	for (const each of reads) expect(each.rows).toBe(asked.length);
	await pool.end();
	await harness.stop();
});

it("reads idempotency keys by the primary key under any statistics, and purges them by age", async () => {
	const harness = await startHarness({ env: { JOBS_AT_A_TIME: "0" } });
	const pool = createPool({ ...harness.config.db, sizeMax: 1 }, log);
	const workspace = await givenWorkspace(harness);
	const operation = {
		workspaceId: workspace.id,
		now: new Date(),
		claim: {
			apiKeyId: "key_1",
			scope: "tickets.create",
			key: "k1",
			fingerprint: "f",
			isClients: true,
		},
	};
	const ticket = { ...newTicketOf(workspace, "1@example.com"), operation };
	const note = { ...newNoteOf("tkt_1", "usr_1"), operation };
	const statements = [
		WRITE_TICKETS.statement(workspace.id, [ticket]),
		WRITE_MESSAGES.statement(workspace.id, [note]),
	];
	const insertKeys = (
		workspaces: string,
		keys: number,
		scope = "tickets.create",
	) =>
		harness.sql(
			`insert into tickets.idempotency_keys (workspace_id, api_key_id, scope, key, fingerprint, status, body, created_at)
			 select ${workspaces}, 'key_1', '${scope}', 'k' || n, 'f', 201, repeat('x', 500), now()
			   from generate_series(1, ${keys}) n`,
		);
	const planOf = async (text: string) => {
		const { rows } = await pool.query<{ "QUERY PLAN": string }>(
			`explain (generic_plan, costs off) ${text}`,
		);
		return rows.map((row) => row["QUERY PLAN"]).join("\n");
	};
	const expectPrimaryKey = async () => {
		for (const { text } of statements)
			expect(await planOf(text)).toMatch(
				/idempotency_keys_pkey on idempotency_keys k\n +Index Cond: .* AND \(key = /,
			);
	};

	await expectPrimaryKey();
	await harness.sql("vacuum analyze tickets.idempotency_keys");
	await expectPrimaryKey();
	for (const analysed of [1, 7]) {
		await harness.sql("truncate tickets.idempotency_keys");
		await insertKeys(`'${workspace.id}'`, analysed, "imports.create");
		await harness.sql("analyze tickets.idempotency_keys");
		for (const more of GROWTH) {
			await insertKeys(`'${workspace.id}'`, more, `grown.${more}`);
			await expectPrimaryKey();
		}
	}
	await harness.sql("truncate tickets.idempotency_keys");
	await insertKeys(`'wsp_' || generate_series(1, ${WORKSPACES})`, 3);
	await harness.sql("vacuum analyze tickets.idempotency_keys");
	await expectPrimaryKey();
	await insertKeys(`'${workspace.id}'`, KEYS);
	await expectPrimaryKey();
	await harness.sql("analyze tickets.idempotency_keys");
	await expectPrimaryKey();
	const purge = purgeIdempotencyKeys(workspace.id, new Date(), 100);
	expect(await planOf(purge.text)).toContain("idempotency_keys_created");
	await pool.end();
	await harness.stop();
});

function newNoteOf(ticketId: string, authorId: string): NewMessage {
	const now = new Date();
	return {
		message: {
			id: newId("msg", now.getTime()),
			ticketId,
			type: "note",
			body: "Looking.",
			bodyText: "Looking.",
			bodyFormat: "text",
			author: { type: "agent", id: authorId, name: "", email: "" },
			attachments: [],
			aiGenerated: false,
			status: "posted",
			attempts: 0,
			error: null,
			createdAt: now.toISOString(),
		},
		raw: null,
		job: undefined,
		response: ["", "", ""],
		cause: OWN_JOB,
		eventId: newId("evt", now.getTime()),
	};
}

function newTicketOf(workspace: Workspace, email: string): NewTicket {
	const now = new Date();
	const id = newId("tkt", now.getTime());
	return {
		operation: { workspaceId: workspace.id, now, claim: undefined },
		contactId: undefined,
		assigneeId: undefined,
		groupId: undefined,
		definitions: undefined,
		response: ["", ""],
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
			externalId: null,
			mergedInto: null,
			participants: [],
		},
		contact: {
			id: newId("cnt", now.getTime()),
			name: "Customer",
			email,
			emailKey: email,
			avatarUrl: null,
			objectJson: "{}",
		},
		message: {
			id: newId("msg", now.getTime()),
			ticketId: id,
			type: "inbound",
			body: "Where?",
			bodyText: "Where?",
			bodyFormat: "text",
			attachments: [],
			aiGenerated: false,
			status: "received",
			attempts: 0,
			error: null,
			createdAt: now.toISOString(),
		},
		raw: null,
		messageResponse: ["", ""],
		cause: OWN_JOB,
		eventIds: ["evt_1", "evt_2", "evt_3"],
		job: enrichJob(workspace.id, id),
	};
}
