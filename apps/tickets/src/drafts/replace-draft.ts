import { newId } from "@supportdesk/ids/ids.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { type Draft, withoutHtml } from "../domain/draft.ts";
import type { Conversation } from "../domain/ticket.ts";
import { draftReady, draftWithdrawn } from "../events/draft-events.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import {
	type CurrentDraft,
	insertDraft,
	supersedeDraft,
} from "../store/drafts.ts";
import { saveSuggestedArticles } from "../store/shown-articles.ts";

/** The words of a draft, and what it quotes. */
export type WrittenDraft = Pick<
	Draft,
	"body" | "confidence" | "sourcesJson" | "sentencesJson" | "generatedBy"
> & {
	/** Of the articles it quotes, by their ids. */
	readonly sourceVersions: Readonly<Record<string, string>>;
};

/**
 * Retracts the ready draft of a ticket, and stores another one if there is one, with the articles that are suggested.
 *
 * @param tx has locked the ticket
 * @param current the ticket's newest draft
 * @param inReplyTo the customer's last message, which the other one answers
 */
export function replaceDraft(
	tx: Transaction,
	context: CallContext,
	ticket: Conversation,
	current: CurrentDraft | undefined,
	written: WrittenDraft | undefined,
	suggestionsJson: string,
	inReplyTo: string,
	now: Date,
): void {
	const { workspaceId } = context;
	if (current) tx.defer(supersedeDraft(workspaceId, ticket.id, now));
	const events = [...draftWithdrawn(context, ticket, current, now)];
	const next = written && newDraft(ticket.id, inReplyTo, written, now);
	if (next) {
		const { sourceVersions } = written;
		tx.defer(insertDraft(workspaceId, next, sourceVersions, suggestionsJson));
		const stored = { draft: withoutHtml(next), lastInboundId: inReplyTo };
		events.push(draftReady(context, ticket, stored, now));
	} else
		tx.defer(saveSuggestedArticles(workspaceId, ticket.id, suggestionsJson));
	const after = { ...ticket, readyDraftId: next?.id ?? null };
	writeEvents(tx, workspaceId, [
		...events,
		...ticketChanged(context, "ticket.updated", ticket, after, now),
	]);
}

/** The draft with its id, ready from now on. */
export function newDraft(
	ticketId: string,
	inReplyTo: string,
	{ sourceVersions: _, ...words }: WrittenDraft,
	now: Date,
): Draft {
	return {
		...words,
		id: newId("drf", now.getTime()),
		ticketId,
		inReplyTo,
		status: "ready",
		createdAt: now.toISOString(),
		updatedAt: now.toISOString(),
	};
}
