import { setTimeout as sleep } from "node:timers/promises";
import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
	callOf,
	givenDraft,
	givenWorkspace,
	messagesOf,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";
import { takeEvents, type WrittenEvent } from "./outbox.ts";
import { type Change, changeArbitrary, perform } from "./ticket-model.ts";

const CHANGES_MAX = 12;
const DELAY_MAX_MS = 4; // about as long as one change takes, so that they overlap in every way
const RUNS = 30;
const TIME_LIMIT_MS = 120_000;

let harness: Harness;
let workspace: Workspace;
beforeAll(async () => {
	harness = await startHarness({ transport: "grpc" });
	workspace = await givenWorkspace(harness);
});
afterAll(() => harness.stop());

type Fields = Readonly<Record<string, unknown>>;

// A message alone moves a ticket's `updated_at`, and an attempt a message's `attempts`: neither has an event of its own.
const MOVED_SILENTLY: Readonly<Record<string, readonly string[]>> = {
	ticket: ["updated_at"],
	message: ["attempts"],
};

function known(resource: string, fields: Fields): Fields {
	const [kind = ""] = resource.split(" ");
	const silent = MOVED_SILENTLY[kind] ?? [];
	return Object.fromEntries(
		Object.entries(fields).filter(([name]) => !silent.includes(name)),
	);
}

/**
 * The resources as the last of their events shows them, without those that were deleted. Each event says truly what its
 * resource was before.
 */
function replay(events: readonly WrittenEvent[]): Map<string, Fields> {
	const resources = new Map<string, Fields>();
	for (const { type, resource, object, previous } of events) {
		const before = resources.get(resource);
		if (before) {
			const restored = known(resource, { ...object, ...previous });
			expect(restored).toEqual(known(resource, before));
		} else expect(previous).toBeNull();
		if (type.endsWith(".deleted")) resources.delete(resource);
		else resources.set(resource, object);
	}
	return resources;
}

/** What clients are shown of the ticket, and of its messages and draft while it is there. */
async function shown(ticketId: string): Promise<Map<string, Fields>> {
	const call = callOf(workspace);
	const request = { id: ticketId, view: View.VIEW_TICKET };
	const ticket = json(await harness.api.getTicket(request, call));
	const draft = json(await harness.api.getDraft({ ticketId }, call));
	const messages = await messagesOf(harness, workspace, ticketId);
	const contact = await harness.api.getContact(ticket.contact, call);
	return new Map([
		[`ticket ${ticketId}`, ticket],
		[`draft ${draft.id}`, draft],
		[`contact ${ticket.contact.id}`, json(contact)],
		...messages.map((message: { id: string }) => [
			`message ${message.id}`,
			message,
		]),
	]);
}

const knownOf = (resources: ReadonlyMap<string, Fields>) =>
	Object.fromEntries(
		[...resources].map(([resource, fields]) => [
			resource,
			known(resource, fields),
		]),
	);

async function performAll(
	ticketId: string,
	changes: readonly (readonly [Change, number])[],
): Promise<void> {
	await Promise.all(
		changes.map(async ([change, delayMs]) => {
			await sleep(delayMs);
			await perform(harness, workspace, ticketId, change);
		}),
	);
}

async function performInTurn(
	ticketId: string,
	changes: readonly (readonly [Change, number])[],
): Promise<void> {
	for (const [change] of changes)
		await perform(harness, workspace, ticketId, change);
}

const delayed = fc.tuple(changeArbitrary, fc.nat(DELAY_MAX_MS));

it.each([
	["one after the other", performInTurn],
	["at once", performAll],
] as const)(
	"tells by its events what any changes leave behind that come %s",
	async (_how, performChanges) => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(delayed, { minLength: 1, maxLength: CHANGES_MAX }),
				async (changes) => {
					const { ticket } = await givenDraft(harness, workspace);
					harness.resetUpstreams();
					await performChanges(ticket.id, changes);
					await harness.settle();
					const resources = replay(await takeEvents(harness, workspace));
					if (!resources.has(`ticket ${ticket.id}`)) {
						await expect(shown(ticket.id)).rejects.toMatchObject({
							code: "ticket_not_found",
						});
					} else
						expect(knownOf(resources)).toEqual(knownOf(await shown(ticket.id)));
				},
			),
			{ numRuns: RUNS },
		);
	},
	TIME_LIMIT_MS,
);
