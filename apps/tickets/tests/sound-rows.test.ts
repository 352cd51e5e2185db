import { afterAll, beforeAll, expect, it } from "vitest";
import { givenReply, givenTicket, givenWorkspace } from "./given.ts";
import { type Harness, startHarness } from "./harness.ts";

let harness: Harness;
let ids: { ticket: string; reply: string };
beforeAll(async () => {
	harness = await startHarness({ env: { JOBS_AT_A_TIME: "0" } });
	const workspace = await givenWorkspace(harness);
	const ticket = await givenTicket(harness, workspace);
	const reply = await givenReply(harness, workspace, ticket.id);
	ids = { ticket: ticket.id, reply: reply.id };
});
afterAll(() => harness.stop());

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
		harness.sql(`update tickets.tickets set ${change} where id = $1`, [
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
		harness.sql(`update tickets.messages set ${change} where id = $1`, [
			ids.reply,
		]),
	).rejects.toMatchObject({ code: "23514", constraint: "messages_sound" });
});
