import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
	callOf,
	givenDraft,
	givenTicket,
	givenWorkspace,
	type Workspace,
} from "./given.ts";
import { type Harness, startHarness } from "./harness.ts";
import { shownTicket, takeEvents } from "./outbox.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let harness: Harness;
let workspace: Workspace;
beforeAll(async () => {
	// Where a repeated call is known as such.
	harness = await startHarness({ transport: "grpc" });
});
afterAll(() => harness.stop());
beforeEach(async () => {
	harness.resetUpstreams();
	workspace = await givenWorkspace(harness);
});

const take = () => takeEvents(harness, workspace);
/** A ticket whose events are taken, after its jobs. */
const givenSettled: typeof givenTicket = async (...given) => {
	const ticket = await givenTicket(...given);
	await harness.settle();
	await take();
	return ticket;
};
const patch = (
	id: string,
	fields: Readonly<Record<string, string>>,
	call = callOf(workspace),
) => harness.api.updateTicket({ id, view: View.VIEW_TICKET, ...fields }, call);
it("names the system for what its jobs change: signals, drafts, the archive", async () => {
	const { ticket } = await givenDraft(harness, workspace);
	const [, , , signals, ready, drafted, ...others] = await take();
	expect(others).toEqual([]);
	expect([signals, ready, drafted]).toMatchObject([
		{
			type: "ticket.signals_updated",
			object: { ai: { intent: "refund", draft_ready: false } },
			previous: { ai: ticket.ai },
		},
		{ type: "draft.ready", previous: null },
		{
			type: "ticket.updated",
			object: { ai: { intent: "refund", draft_ready: true } },
			previous: { ai: { intent: "refund", draft_ready: false } },
		},
	]);
	expect(Object.keys(signals!.previous!)).toEqual(["ai"]);
	expect(drafted!.objectJson).toBe(
		await shownTicket(harness, workspace, ticket.id),
	);
	await patch(ticket.id, { status: "resolved" });
	await take();
	harness.advance(91 * DAY_MS);
	await harness.queue("archive_tickets");
	await harness.settle();
	const [archived, ...rest] = await take();
	expect(rest).toEqual([]);
	expect(archived).toMatchObject({
		type: "ticket.updated",
		object: { status: "archived" },
		previous: { status: "resolved" },
	});
	expect(archived!.objectJson).toBe(
		await shownTicket(harness, workspace, ticket.id),
	);
	for (const event of [signals, ready, drafted, archived])
		expect(event).toMatchObject({ actor: "system", requestId: "" });
});

it("drops what no events service has collected for 90 days", async () => {
	await givenSettled(harness, workspace);
	await givenTicket(harness, workspace);
	await harness.settle();
	harness.advance(90 * DAY_MS);
	const late = await givenTicket(harness, workspace);
	await harness.settle();
	await harness.queue("purge");
	await harness.settle();
	const events = await take();
	expect(new Set(events.map(({ ticketId }) => ticketId))).toEqual(
		new Set(["", late.id]),
	);
});
