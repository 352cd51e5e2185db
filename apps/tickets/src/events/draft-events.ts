import { later } from "@supportdesk/operations/later.ts";
import { type Cause, newEvent } from "@supportdesk/outbox/new-event.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import type { Draft } from "../domain/draft.ts";
import type { Ticket } from "../domain/ticket.ts";
import { draftJson } from "../rpc/draft-json.ts";
import type { CurrentDraft } from "../store/drafts.ts";

/** The event of a new draft. */
export function draftReady(
	cause: Cause,
	ticket: Ticket,
	{ draft, lastInboundId }: CurrentDraft,
	now: Date,
): OutboxEvent {
	return newEvent(
		cause,
		{
			...namesOf(ticket, draft),
			type: "draft.ready",
			beforeJson: undefined,
			afterJson: draftJson(draft, lastInboundId),
		},
		now,
	);
}

/**
 * The event of a draft's retraction, which `supersedeDraft` stores; none if there was no draft to retract.
 *
 * @param current the ticket's newest draft before
 */
export function draftWithdrawn(
	cause: Cause,
	ticket: Ticket,
	current: CurrentDraft | undefined,
	now: Date,
): OutboxEvent[] {
	if (current?.draft.status !== "ready") return [];
	const { draft } = current;
	const after: Draft = {
		...draft,
		status: "superseded",
		updatedAt: later(draft.updatedAt, now),
	};
	return [draftChanged(cause, "draft.withdrawn", ticket, current, after, now)];
}

/** The event of a draft's approval. */
export function draftApproved(
	cause: Cause,
	ticket: Ticket,
	current: CurrentDraft,
	after: Draft,
	now: Date,
): OutboxEvent {
	return draftChanged(cause, "draft.approved", ticket, current, after, now);
}

/** The event of a draft that an agent did not want. */
export function draftDiscarded(
	cause: Cause,
	ticket: Ticket,
	current: CurrentDraft,
	after: Draft,
	now: Date,
): OutboxEvent {
	return draftChanged(cause, "draft.discarded", ticket, current, after, now);
}

function draftChanged(
	cause: Cause,
	type: "draft.withdrawn" | "draft.approved" | "draft.discarded",
	ticket: Ticket,
	{ draft, lastInboundId }: CurrentDraft,
	after: Draft,
	now: Date,
): OutboxEvent {
	return newEvent(
		cause,
		{
			...namesOf(ticket, draft),
			type,
			beforeJson: draftJson(draft, lastInboundId),
			afterJson: draftJson(after, lastInboundId),
		},
		now,
	);
}

function namesOf(ticket: Ticket, draft: Draft) {
	return {
		resourceId: draft.id,
		ticketId: ticket.id,
		contactId: ticket.contact.id,
	};
}
