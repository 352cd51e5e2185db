import { afterAll, beforeAll, expect, it } from "vitest";
import { type Desk, startDesk } from "./desk.ts";
import { givenReply, givenTicket, givenWorkspace } from "./given.ts";

let desk: Desk;
let ids: { ticket: string; reply: string };
beforeAll(async () => {
	desk = await startDesk({ env: { JOBS_AT_A_TIME: "0" } });
	const workspace = await givenWorkspace(desk);
	const ticket = await givenTicket(desk, workspace);
	const reply = await givenReply(desk, workspace, ticket.id);
	ids = { ticket: ticket.id, reply: reply.id };
});
afterAll(() => desk.stop());

it.each([
	"status = 'lost'",
	"priority = 'highest'",
	"channel = 'fax'",
	"tags = array_fill('tag'::text, array[51])",
	"ai_urgency = 'unknown'",
	"ai_sentiment = 'angry'",
	"ai_confidence = 101",
	"status = 'resolved'",
	"resolved_at = now()",
])("keeps no ticket with %s", async (change) => {
	await expect(
		desk.sql(`update tickets.tickets set ${change} where id = $1`, [
			ids.ticket,
		]),
	).rejects.toMatchObject({ code: "23514", constraint: "tickets_sound" });
});

it.each([
	"type = 'letter'",
	"body_format = 'markdown'",
	"status = 'posted'",
	"type = 'note'",
	"agent_id = null",
	"contact_id = 'cnt_1'",
])("keeps no reply with %s", async (change) => {
	await expect(
		desk.sql(`update tickets.messages set ${change} where id = $1`, [
			ids.reply,
		]),
	).rejects.toMatchObject({ code: "23514", constraint: "messages_sound" });
});
