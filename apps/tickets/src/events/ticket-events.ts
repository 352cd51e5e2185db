import { type Cause, newEvent } from "@supportdesk/outbox/new-event.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import { previousFields } from "@supportdesk/outbox/previous-fields.ts";
import type { Ticket } from "../domain/ticket.ts";
import { ticketJson } from "../rpc/ticket-json.ts";

/**
 * The event of a ticket's change. None if its GET shows no other field than `updated_at` changed: a patch with equal
 * values, and a message, which has an event of its own.
 */
export function ticketChanged(
	cause: Cause,
	type: "ticket.updated" | "ticket.signals_updated",
	before: Ticket,
	after: Ticket,
	now: Date,
): OutboxEvent[] {
	const previous = JSON.parse(
		previousFields(ticketJson(before), ticketJson(after)),
	) as object;
	const isShown = Object.keys(previous).some((name) => name !== "updated_at");
	if (!isShown) return [];
	const change = {
		...namesOf(before),
		type,
		beforeJson: eventJson(before),
		afterJson: eventJson(after),
	};
	return [newEvent(cause, change, now)];
}

/** The event of a ticket's deletion, with the ticket as its GET showed it last. */
export function ticketDeleted(
	cause: Cause,
	ticket: Ticket,
	now: Date,
): OutboxEvent {
	const shown = eventJson(ticket);
	return newEvent(
		cause,
		{
			...namesOf(ticket),
			type: "ticket.deleted",
			beforeJson: shown,
			afterJson: shown,
		},
		now,
	);
}

/** The event of a ticket's return, with the ticket as its GET shows it again. */
export function ticketRestored(
	cause: Cause,
	before: Ticket,
	after: Ticket,
	now: Date,
): OutboxEvent {
	return newEvent(
		cause,
		{
			...namesOf(before),
			type: "ticket.restored",
			beforeJson: eventJson(before),
			afterJson: eventJson(after),
		},
		now,
	);
}

/** The event of a merge or of its undoing, of the ticket that was merged. */
export function mergeChanged(
	cause: Cause,
	type: "ticket.merged" | "ticket.unmerged",
	before: Ticket,
	after: Ticket,
	now: Date,
): OutboxEvent {
	return newEvent(
		cause,
		{
			...namesOf(before),
			type,
			beforeJson: eventJson(before),
			afterJson: eventJson(after),
		},
		now,
	);
}

function namesOf({ id, contact }: Ticket) {
	return { resourceId: id, ticketId: id, contactId: contact.id };
}

/** Without participants: events are erased with the ticket's contact, and would keep the addresses of the others. */
const eventJson = (ticket: Ticket) =>
	ticketJson({ ...ticket, participants: [] });
