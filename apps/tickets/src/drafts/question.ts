import type { RowsOf } from "@supportdesk/pg/statement.ts";
import { isStale } from "../domain/draft.ts";
import { awaitsReply, type Conversation } from "../domain/ticket.ts";
import { selectTicketVersion } from "../store/answers.ts";
import { type CurrentDraft, selectCurrentDraft } from "../store/drafts.ts";
import { selectLastInbound } from "../store/messages.ts";
import { selectTicket } from "../store/tickets.ts";

/** What the customer wrote last. */
export interface Question {
	readonly ticket: Conversation;
	/** Of the ticket's row. */
	readonly version: string;
	readonly messageId: string;
	readonly body: string;
	/** Whether it is not the message that opened the ticket. */
	readonly isFollowUp: boolean;
	/** Nothing answers it yet: no draft, no reply of an agent, and the ticket is not resolved. */
	readonly needsDraft: boolean;
	/** Whether the ticket ever had a draft. */
	readonly hadDraft: boolean;
}

/** What `questionOf` reads. */
export function selectQuestion(workspaceId: string, ticketId: string) {
	return [
		selectTicket(workspaceId, ticketId),
		selectTicketVersion(workspaceId, ticketId),
		selectLastInbound(workspaceId, ticketId),
		selectCurrentDraft(workspaceId, ticketId),
	] as const;
}

/** What the customer of a ticket wrote last; undefined when the ticket was deleted meanwhile. */
export function questionOf([[ticket], [version], [message], [draft]]: RowsOf<
	ReturnType<typeof selectQuestion>
>): Question | undefined {
	if (!ticket || !version || !message) return undefined;
	return {
		ticket,
		version,
		messageId: message.id,
		body: message.bodyText,
		isFollowUp: message.createdAt > ticket.createdAt,
		needsDraft: needsDraft(ticket, message.id, draft),
		hadDraft: draft !== undefined,
	};
}

export function needsDraft(
	ticket: Conversation,
	messageId: string,
	current: CurrentDraft | undefined,
): boolean {
	const isDrafted = current && !isStale(current.draft, messageId);
	return awaitsReply(ticket) && !isDrafted;
}
