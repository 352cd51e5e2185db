import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { awaitsReply, type Conversation } from "../domain/ticket.ts";
import { draftWithdrawn } from "../events/draft-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { draftAgainJob } from "../queue.ts";
import { type CurrentDraft, supersedeDraft } from "../store/drafts.ts";

/**
 * Retracts the ready draft of a ticket whose messages were moved, and has another one made, unless the draft answers what
 * the customer has written last. Returns the ticket with the draft that is left.
 *
 * @param current the ticket's newest draft before the messages were moved
 * @param lastInboundId the last message of the customer since they were
 */
export function refreshDraft(
	tx: Transaction,
	context: CallContext,
	ticket: Conversation,
	current: CurrentDraft | undefined,
	lastInboundId: string | undefined,
	now: Date,
): Conversation {
	const { workspaceId } = context;
	const isWanted = awaitsReply(ticket);
	const isReady = current?.draft.status === "ready";
	if (isReady && isWanted && current.draft.inReplyTo === lastInboundId)
		return ticket;
	if (isReady) {
		tx.defer(supersedeDraft(workspaceId, ticket.id, now));
		const events = draftWithdrawn(context, ticket, current, now);
		writeEvents(tx, workspaceId, events);
	}
	if (isWanted) tx.defer(draftAgainJob(workspaceId, ticket.id));
	return { ...ticket, readyDraftId: null };
}
