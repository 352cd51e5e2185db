import { timeAfter } from "@supportdesk/operations/later.ts";
import { writeInBatch } from "@supportdesk/pg/batched-write.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { withoutHtml } from "../domain/draft.ts";
import type { Signals } from "../domain/ticket.ts";
import { draftReady } from "../events/draft-events.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { STORE_ANSWERS } from "../store/answers.ts";
import { selectCurrentDraft } from "../store/drafts.ts";
import { selectLastInbound } from "../store/messages.ts";
import { saveSuggestedArticles } from "../store/shown-articles.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { needsDraft, type Question } from "./question.ts";
import { newDraft, replaceDraft } from "./replace-draft.ts";
import type { Reply } from "./write-reply.ts";

type StoreDeps = Pick<Deps, "db" | "clock">;

/**
 * Stores a ticket's signals, suggestions and first draft in one round trip with those of other tickets, as long as nothing
 * has changed the ticket since it was read.
 *
 * @param signals undefined where they stay.
 * @param reply undefined where it changes nothing.
 * @returns false, with nothing written, where the ticket has changed, or had a draft before.
 */
export async function storeUnchanged(
	{ db, clock }: StoreDeps,
	context: CallContext,
	{ ticket, version, messageId, hadDraft }: Question,
	signals: Signals | undefined,
	reply: Reply | undefined,
): Promise<boolean> {
	if (hadDraft && reply) return false;
	const now = clock.now();
	const draft =
		reply?.draft && newDraft(ticket.id, messageId, reply.draft, now);
	const refined = signals ? { ...ticket, signals } : ticket;
	const drafted = draft ? { ...refined, readyDraftId: draft.id } : refined;
	const stored = draft && {
		draft: withoutHtml(draft),
		lastInboundId: messageId,
	};
	const type = "ticket.signals_updated";
	const rows = await writeInBatch(db, context, STORE_ANSWERS, {
		ticketId: ticket.id,
		version,
		signals,
		draft,
		sourceVersions: reply?.draft?.sourceVersions ?? {},
		suggestionsJson: reply?.suggestionsJson,
		events: [
			...(signals ? ticketChanged(context, type, ticket, refined, now) : []),
			...(stored
				? [
						draftReady(context, refined, stored, now),
						...ticketChanged(context, "ticket.updated", refined, drafted, now),
					]
				: []),
		],
	});
	return rows !== undefined && rows.length > 0;
}

/** The suggestions, and the draft if the message still needs one; nothing if the customer has written again. */
export async function storeReply(
	{ db, clock }: StoreDeps,
	context: CallContext,
	{ ticket: { id: ticketId }, messageId }: Question,
	{ suggestionsJson, draft }: Reply,
): Promise<void> {
	const { workspaceId } = context;
	await inTransaction(db, workspaceId, async (tx) => {
		// Each statement sees what committed before it: the last two what was written while the first one waited.
		const [locked, last, drafts] = await tx.batch([
			selectTicketForUpdate(workspaceId, ticketId),
			selectLastInbound(workspaceId, ticketId),
			selectCurrentDraft(workspaceId, ticketId),
		]);
		const ticket = locked.rows[0];
		if (!ticket || last.rows[0]?.id !== messageId) return;
		const current = drafts.rows[0];
		if (!needsDraft(ticket, messageId, current)) {
			tx.defer(saveSuggestedArticles(workspaceId, ticketId, suggestionsJson));
			return;
		}
		const now = current
			? timeAfter(current.draft.createdAt, clock.now())
			: clock.now();
		replaceDraft(
			tx,
			context,
			ticket,
			current,
			draft,
			suggestionsJson,
			messageId,
			now,
		);
	});
}
