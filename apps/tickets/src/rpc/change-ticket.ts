import type { Cause } from "@supportdesk/outbox/new-event.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { externalIdExists } from "../domain/errors.ts";
import { requireWritable } from "../domain/merge.ts";
import {
	applyPatch,
	awaitsReply,
	type Conversation,
	type Ticket,
	type TicketPatch,
} from "../domain/ticket.ts";
import { draftWithdrawn } from "../events/draft-events.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { draftAgainJob } from "../queue.ts";
import { findCurrentDraft, supersedeDraft } from "../store/drafts.ts";
import { saveLabel } from "../store/labels.ts";
import { deleteTags, insertTags, saveTags } from "../store/tags.ts";
import {
	breaksExternalId,
	saveSignals,
	saveTicket,
	selectIdByExternalId,
} from "../store/tickets.ts";

/** For whom a ticket changes. */
export type Changer = Cause & { readonly workspaceId: string };

/**
 * Changes a ticket, with everything that follows from it: its draft, its events, and what is learned.
 *
 * @param tx has locked the ticket
 * @throws AppError `ticket_merged`, `external_id_exists`
 */
export async function changeTicket(
	tx: Transaction,
	context: Changer,
	current: Conversation,
	patch: TicketPatch,
	now: Date,
): Promise<Conversation> {
	requireWritable(current);
	const next = applyPatch(current, patch, now);
	if (current.resolvedAt !== next.resolvedAt)
		await replaceDraft(tx, context, current, next, now);
	if (next !== current) await save(tx, context, current, next, patch, now);
	return next;
}

async function saveNamed(
	tx: Transaction,
	workspaceId: string,
	before: Ticket,
	ticket: Ticket,
): Promise<void> {
	const { externalId } = ticket;
	if (externalId === null || externalId === before.externalId) {
		tx.defer(saveTicket(workspaceId, ticket));
		return;
	}
	const { rows } = await tx.query(
		selectIdByExternalId(workspaceId, externalId),
	);
	if (rows[0] !== undefined) throw externalIdExists(rows[0]);
	await tx.query(saveTicket(workspaceId, ticket)).catch((err) => {
		// Another transaction has given the name after the look-up.
		throw breaksExternalId(err) ? externalIdExists() : err;
	});
}

/** Gives a ticket other tags. */
export function saveNewTags(
	tx: Transaction,
	workspaceId: string,
	before: Ticket,
	{ id, tags, createdAt, updatedAt }: Ticket,
): void {
	const removed = before.tags.filter((tag) => !tags.includes(tag));
	tx.defer(deleteTags(workspaceId, id, removed));
	tx.defer(insertTags(workspaceId, id, tags, createdAt));
	tx.defer(saveTags(workspaceId, id, tags, updatedAt));
}

/**
 * Retracts the draft of a ticket that was resolved, or was by a process that did not retract drafts. A ticket that was
 * reopened gets another one if the customer still waits for an answer.
 */
async function replaceDraft(
	tx: Transaction,
	context: Changer,
	before: Conversation,
	after: Conversation,
	now: Date,
): Promise<void> {
	const { workspaceId } = context;
	const { id } = after;
	if (before.readyDraftId !== null) {
		const current = await findCurrentDraft(tx, workspaceId, id);
		const events = draftWithdrawn(context, after, current, now);
		writeEvents(tx, workspaceId, events);
	}
	tx.defer(supersedeDraft(workspaceId, id, now));
	if (awaitsReply(after)) tx.defer(draftAgainJob(workspaceId, id));
}

async function save(
	tx: Transaction,
	context: Changer,
	before: Ticket,
	ticket: Ticket,
	patch: TicketPatch,
	now: Date,
): Promise<void> {
	const { workspaceId } = context;
	await saveNamed(tx, workspaceId, before, ticket);
	if (patch.tags) saveNewTags(tx, workspaceId, before, ticket);
	const events = ticketChanged(context, "ticket.updated", before, ticket, now);
	writeEvents(tx, workspaceId, events);
	const { priority, correction } = patch;
	if (correction) tx.defer(saveSignals(workspaceId, ticket.id, ticket.signals));
	// An agent who sets the priority says how urgent such a ticket is: an example to learn from, as corrections are.
	if (priority || correction) {
		const label = { ...correction, urgency: priority };
		tx.defer(saveLabel(workspaceId, ticket.id, label, ticket.updatedAt));
	}
}
