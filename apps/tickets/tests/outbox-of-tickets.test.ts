import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
	callOf,
	givenTicket,
	givenWorkspace,
	newTicket,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";
import {
	shownMessage,
	shownTicket,
	takeEvents,
	typesOf,
	type WrittenEvent,
} from "./outbox.ts";

const _DAY_MS = 24 * 60 * 60 * 1000;
const CREATED = ["contact.created", "ticket.created", "message.created"];

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
const aKey = () => ({ key: crypto.randomUUID(), fingerprint: "f" });
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
/** Names what caused the event, and what it is about. */
const expectOrigin = (
	event: WrittenEvent,
	requestId: string,
	contactId: string,
) =>
	expect(event).toMatchObject({
		actor: `api_key ${workspace.keyId}`,
		requestId,
		contactId,
	});

it.each([undefined, aKey()])(
	"says of a new ticket what its GET shows, and of its message and contact, with the key %o",
	async (idempotency) => {
		// The refined signals are those of the create: no job has anything to change.
		harness.upstreams.classify = async () => ({
			signals: [
				{
					intent: "refund",
					urgency: "high",
					sentiment: "neutral",
					confidence: 61.5,
				},
			],
			modelMissing: false,
		});
		const call = callOf(workspace);
		const name = 'O\'Neil "x" \\ \u2028 \u0007 \u{1f600}';
		const request = newTicket({
			subject: name,
			body: `<b>${name}</b>`,
			contactName: 'O\'Neil "x" \\ \u{1f600}',
			assigneeId: workspace.agentId,
			groupId: workspace.groupId,
			customAttributesJson: '{"trial":true,"seats":-1.5e-7}',
			tags: ["vip", 'a"b'],
			idempotency,
		});
		const answer = await harness.api.createTicket(request, call);
		const { id, contact } = json(answer);
		const shown = await shownTicket(harness, workspace, id);
		const again = await harness.api.createTicket(request, call);
		expect(json(again)).toEqual(json(answer));
		await harness.settle();
		const events = await take();
		expect(typesOf(events)).toEqual(CREATED);
		const [ofContact, ofTicket, ofMessage] = events;
		for (const event of events) {
			expectOrigin(event, call.requestId, contact.id);
			expect(event.previous).toBeNull();
		}
		expect(ofContact).toMatchObject({
			resource: `contact ${contact.id}`,
			ticketId: "",
			object: contact,
		});
		expect(ofTicket).toMatchObject({ resource: `ticket ${id}`, ticketId: id });
		expect(ofTicket!.objectJson).toBe(shown);
		const { object } = ofMessage!;
		expect(ofMessage).toMatchObject({
			resource: `message ${object.id}`,
			ticketId: id,
		});
		expect(ofMessage!.objectJson).toBe(
			await shownMessage(harness, workspace, id, object.id),
		);
	},
);

it("makes one contact.created for tickets that come at once from one new address", async () => {
	const contactEmail = `new-${crypto.randomUUID()}@customer.example`;
	const tickets = await Promise.all(
		Array.from({ length: 12 }, (_, i) =>
			givenTicket(harness, workspace, {
				contactEmail,
				idempotency: i % 2 ? aKey() : undefined,
			}),
		),
	);
	const types = typesOf(await take());
	const countOf = (type: string) =>
		types.filter((each) => each === type).length;
	expect(CREATED.map(countOf)).toEqual([1, tickets.length, tickets.length]);
});

it("says nothing of a refused create", async () => {
	const assigneeId = "usr_00000000000000000000000000";
	for (const idempotency of [undefined, aKey()])
		await expect(
			givenTicket(harness, workspace, { assigneeId, idempotency }),
		).rejects.toMatchObject({ code: "assignee_not_found" });
	expect(await take()).toEqual([]);
});

it("says which fields of a ticket a PATCH has changed, and how they were", async () => {
	const ticket = await givenSettled(harness, workspace);
	const before = JSON.parse(await shownTicket(harness, workspace, ticket.id));
	const call = callOf(workspace);
	const fields = {
		priority: "urgent",
		assigneeId: workspace.agentId,
		customAttributesJson: '{"seats":3}',
	};
	await patch(ticket.id, fields, call);
	const [event, ...others] = await take();
	expect(others).toEqual([]);
	expectOrigin(event!, call.requestId, ticket.contact.id);
	expect(event).toMatchObject({
		type: "ticket.updated",
		resource: `ticket ${ticket.id}`,
		ticketId: ticket.id,
	});
	expect(event!.objectJson).toBe(
		await shownTicket(harness, workspace, ticket.id),
	);
	expect(event!.previous).toEqual({
		priority: before.priority,
		assignee: null,
		custom_attributes: {},
		updated_at: before.updated_at,
	});
});

it("says nothing of a PATCH with the values that the ticket has", async () => {
	const { id, subject, priority } = await givenSettled(harness, workspace, {
		customAttributesJson: '{"trial":true,"seats":3}',
	});
	await patch(id, { status: "open", subject, priority });
	await patch(id, { customAttributesJson: '{"seats":3}', assigneeId: "" });
	await patch(id, {});
	await expect(patch(id, { groupId: "grp_x" })).rejects.toMatchObject({
		code: "group_not_found",
	});
	expect(await take()).toEqual([]);
});

it("says once that tags were added or removed", async () => {
	const { id: ticketId } = await givenSettled(harness, workspace);
	const call = callOf(workspace);
	const tags = { ticketId, tags: ["vip", "late"], idempotency: aKey() };
	await harness.api.addTags(tags, call);
	await harness.api.addTags(tags, callOf(workspace));
	await harness.api.addTags(
		{ ...tags, idempotency: undefined },
		callOf(workspace),
	);
	await harness.api.removeTag({ ticketId, tag: "late" }, callOf(workspace));
	const [added, removed, ...others] = await take();
	expect(others).toEqual([]);
	expect([added!.object.tags, removed!.object.tags]).toEqual([
		["vip", "late"],
		["vip"],
	]);
	expect([added!.previous, removed!.previous]).toMatchObject([
		{ tags: [] },
		{ tags: ["vip", "late"] },
	]);
	expect(removed!.objectJson).toBe(
		await shownTicket(harness, workspace, ticketId),
	);
});

it("says that a ticket was deleted, and shows it as it was last", async () => {
	const { id } = await givenSettled(harness, workspace);
	const shown = await shownTicket(harness, workspace, id);
	const call = callOf(workspace);
	await harness.api.deleteTicket({ id }, call);
	await harness.api.deleteTicket({ id }, call); // as a retry of the call
	const [event, ...others] = await take();
	expect(others).toEqual([]);
	expect(event).toMatchObject({
		type: "ticket.deleted",
		requestId: call.requestId,
		objectJson: shown,
		previous: {},
	});
});
