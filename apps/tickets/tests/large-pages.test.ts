import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { PAGE_BYTES_MAX } from "@supportdesk/paging/page.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import { describe, expect, it } from "vitest";
import {
	selectLatestMessages,
	selectMessagePage,
} from "../src/store/messages.ts";
import {
	selectTicketPage,
	TICKETS as TICKET_LIST,
} from "../src/store/ticket-list.ts";
import {
	callOf,
	givenTicket,
	givenWorkspace,
	type Workspace,
} from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { log, TRANSPORTS } from "./transport.ts";
import { useHarness } from "./use-harness.ts";

const MESSAGES = 40;
// As HTML, and once more as text, the longest body that the API takes is more than a megabyte.
const CHARACTERS = 150_000;
const MESSAGE_BYTES = 2 * 4 * CHARACTERS;
const TICKETS = 30;
const ATTRIBUTES = 100;
const ATTRIBUTE_CHARACTERS = 2_000;
const TICKET_BYTES = ATTRIBUTES * 4 * ATTRIBUTE_CHARACTERS;
const NEWEST_FIRST = { field: "created_at", direction: "desc" } as const;

/** Messages of the same moment, as only an import makes them so fast; answers their ids in order. */
async function givenLongMessages({ sql }: Harness, { id }: Workspace) {
	const rows = await sql<{ id: string }>(
		`insert into tickets.messages (workspace_id, ticket_id, id, type, body_format, body, body_text, contact_id, status, created_at)
		 select workspace_id, id, 'msg_' || lpad(n::text, 26, '0'), 'inbound', 'text', repeat('😀', $2), repeat('😀', $2), contact_id,
		        'received', created_at + interval '1 second'
		   from tickets.tickets, generate_series(1, $3::int) n
		  where workspace_id = $1
		  order by n
		 returning id`,
		[id, CHARACTERS, MESSAGES],
	);
	return rows.map((row) => row.id);
}

/** Gives each ticket as many attributes as there can be, of the longest values; answers the tickets' ids. */
async function givenLargeTickets(harness: Harness, workspace: Workspace) {
	for (let i = 0; i < TICKETS; i += 1) await givenTicket(harness, workspace);
	const rows = await harness.sql<{ id: string }>(
		`update tickets.tickets
		    set custom_attributes = (select jsonb_object_agg('k' || n, repeat('😀', $2)) from generate_series(1, $3::int) n)
		  where workspace_id = $1
		 returning id`,
		[workspace.id, ATTRIBUTE_CHARACTERS, ATTRIBUTES],
	);
	return rows.map((row) => row.id).sort();
}

/** Every row of a list, page by page; no page is too large. */
async function walk(
	list: (cursor: string) => Promise<{ readonly body: Uint8Array }>,
) {
	const seen: string[] = [];
	let cursor = "";
	let pages = 0;
	do {
		const answer = await list(cursor);
		expect(answer.body.length).toBeLessThanOrEqual(PAGE_BYTES_MAX);
		const { data, has_more, next_cursor } = JSON.parse(
			Buffer.from(answer.body).toString(),
		);
		for (const { id } of data) seen.push(id);
		expect(has_more).toBe(next_cursor !== null);
		cursor = next_cursor ?? "";
		pages += 1;
	} while (cursor !== "");
	return { seen, pages };
}

/** How many bytes a statement makes PostgreSQL send. */
async function bytesOf(
	{ config }: Harness,
	{ id }: Workspace,
	query: Query<object>,
): Promise<number> {
	const pool = createPool({ ...config.db, sizeMax: 1 }, log);
	const rows = await read(pool, id, query);
	await pool.end();
	return Buffer.byteLength(JSON.stringify(rows));
}

describe.each(TRANSPORTS)(
	"pages that would be too large over %s",
	(transport) => {
		let harness: Harness;
		let workspace: Workspace;
		useHarness(transport, (given) => ({ harness, workspace } = given));

		it("end earlier, and the walk sees every message all the same", async () => {
			const { id } = await givenTicket(harness, workspace);
			const long = await givenLongMessages(harness, workspace);
			const { seen, pages } = await walk((cursor) => {
				const page = { limit: 100, cursor, sort: "created_at:asc" };
				return harness.api.listMessages(
					{ ticketId: id, page },
					callOf(workspace),
				);
			});
			expect(seen.slice(1)).toEqual(long);
			expect(pages).toBeGreaterThan(4);

			const conversation = await harness.api.getTicket(
				{ id, view: View.VIEW_CONVERSATION },
				callOf(workspace),
			);
			const shown: string[] = json(conversation).messages.map(
				(message: { id: string }) => message.id,
			);
			expect(conversation.body.length).toBeLessThanOrEqual(PAGE_BYTES_MAX);
			expect(conversation.body.length).toBeGreaterThan(
				PAGE_BYTES_MAX - 2 * MESSAGE_BYTES,
			);
			expect(shown).toEqual(long.slice(-shown.length));

			for (const statement of [
				selectMessagePage(workspace.id, id, undefined, 101, undefined),
				selectLatestMessages(workspace.id, id, 50),
			]) {
				const bytes = await bytesOf(harness, workspace, statement);
				expect(bytes).toBeGreaterThan(PAGE_BYTES_MAX);
				expect(bytes).toBeLessThan(PAGE_BYTES_MAX + 2 * MESSAGE_BYTES);
			}
		});

		it("show all messages of an exported ticket that is merged in the middle of its line", async () => {
			const other = await givenWorkspace(harness);
			const { id } = await givenTicket(harness, other);
			const long = await givenLongMessages(harness, other);
			const target = await givenTicket(harness, other);
			const read = async (cursor: string) =>
				harness.api.exportTickets({ filter: undefined, cursor }, callOf(other));
			let part = await read("");
			let text = Buffer.from(part.lines).toString();
			expect(text).not.toContain("\n");
			await harness.api.mergeTicket(
				{ id, into: target.id, idempotency: undefined },
				callOf(other),
			);
			while (!text.includes("\n")) {
				part = await read(part.nextCursor);
				text += Buffer.from(part.lines).toString();
			}
			const { ticket } = JSON.parse(text.split("\n")[0]!);
			expect(ticket.id).toBe(id);
			const shown = ticket.messages.map((each: { id: string }) => each.id);
			expect(shown.slice(1)).toEqual(long);
		});

		it.each([View.VIEW_TICKET, View.VIEW_CONVERSATION])(
			"end earlier, and the walk sees every ticket all the same: %s",
			async (view) => {
				const other = await givenWorkspace(harness);
				const large = await givenLargeTickets(harness, other);
				const { seen, pages } = await walk((cursor) => {
					const page = { limit: 100, cursor, sort: "created_at:desc" };
					return harness.api.listTickets(
						{ view, page, filter: undefined },
						callOf(other),
					);
				});
				expect(seen.sort()).toEqual(large);
				expect(pages).toBeGreaterThan(2);
				await givenTicket(harness, other);
				const page = { limit: 2, cursor: "", sort: "created_at:desc" };
				const mixed = await harness.api.listTickets(
					{ view, page, filter: undefined },
					callOf(other),
				);
				expect(
					json(mixed).data.map(
						({ custom_attributes }: { custom_attributes: object }) =>
							Object.keys(custom_attributes).length,
					),
				).toEqual([0, ATTRIBUTES]);
				const bytes = await bytesOf(
					harness,
					other,
					selectTicketPage(
						TICKET_LIST,
						other.id,
						{},
						NEWEST_FIRST,
						100,
						undefined,
					),
				);
				expect(bytes).toBeGreaterThan(PAGE_BYTES_MAX);
				expect(bytes).toBeLessThan(PAGE_BYTES_MAX + 2 * TICKET_BYTES);
			},
		);
	},
);
