import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { describe, expect, it } from "vitest";
import { type Desk, json } from "./desk.ts";
import { callOf, givenTicket, type Workspace } from "./given.ts";
import { useDesk } from "./use-desk.ts";
import { WIRES } from "./wire.ts";

const MESSAGES = 60;
// As HTML, and once more as text, the longest body that the API takes is more than a megabyte.
const CHARACTERS = 150_000;
const MESSAGE_BYTES = 2 * 4 * CHARACTERS;
const ANSWER_BYTES_MAX = 64 * 1024 * 1024; // what the wire carries

/** Messages of the same moment, as only an import makes them so fast; answers their ids in order. */
async function givenLongMessages({ sql }: Desk, { id }: Workspace) {
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

describe.each(WIRES)("pages that would be too large over %s", (wire) => {
	let desk: Desk;
	let workspace: Workspace;
	useDesk(wire, (given) => ({ desk, workspace } = given));

	it("end earlier, and the walk sees everything all the same", async () => {
		const { id } = await givenTicket(desk, workspace);
		const long = await givenLongMessages(desk, workspace);
		const seen: string[] = [];
		let cursor = "";
		let pages = 0;
		do {
			const page = { limit: 100, cursor, sort: "created_at:asc" };
			const answer = await desk.api.listMessages(
				{ ticketId: id, page },
				callOf(workspace),
			);
			expect(answer.body.length).toBeLessThan(ANSWER_BYTES_MAX);
			const { data, has_more, next_cursor } = json(answer);
			for (const message of data) seen.push(message.id);
			expect(has_more).toBe(next_cursor !== null);
			cursor = next_cursor ?? "";
			pages += 1;
		} while (cursor !== "");
		expect(seen.slice(1)).toEqual(long);
		expect(pages).toBeGreaterThan(1);

		const conversation = await desk.api.getTicket(
			{ id, view: View.VIEW_CONVERSATION },
			callOf(workspace),
		);
		const shown: string[] = json(conversation).messages.map(
			(message: { id: string }) => message.id,
		);
		expect(conversation.body.length).toBeGreaterThan(
			ANSWER_BYTES_MAX - 10 * MESSAGE_BYTES,
		);
		expect(shown).toEqual(long.slice(-shown.length));
	});
});
