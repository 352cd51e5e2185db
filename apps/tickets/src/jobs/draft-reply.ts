import { lookupAll } from "@supportdesk/pg/lookup.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Deps } from "../deps.ts";
import type { Signals } from "../domain/ticket.ts";
import {
	type Question,
	questionOf,
	selectQuestion,
} from "../drafts/question.ts";
import {
	findOutdated,
	retractOutdatedDrafts,
} from "../drafts/retract-outdated.ts";
import { storeReply, storeUnchanged } from "../drafts/store-reply.ts";
import { type Reply, writeReply } from "../drafts/write-reply.ts";
import type { TicketPayload } from "../queue.ts";

type DraftDeps = Pick<Deps, "db" | "clock" | "ai" | "knowledge">;

const DRAFT_LIMIT_MS = 90_000; // a language model may take a minute to write

/** Safe to repeat: an inbound message gets one draft. */
export function draftReply(deps: DraftDeps) {
	return async ({ workspaceId, ticketId }: TicketPayload): Promise<void> => {
		const rows = await lookupAll(
			deps.db,
			workspaceId,
			selectQuestion(workspaceId, ticketId),
		);
		const question = questionOf(rows);
		if (!question) return;
		const context = draftContext(deps, workspaceId);
		const reply = await writeReply(deps, context, question);
		await answer(deps, context, question, undefined, reply);
	};
}

/** The call of a job that drafts a reply. */
export function draftContext(
	{ clock }: Pick<DraftDeps, "clock">,
	workspaceId: string,
): CallContext {
	return ownContext(workspaceId, DRAFT_LIMIT_MS, clock.now().getTime());
}

/**
 * Stores what the help centre says to a question, and better signals if there are any.
 *
 * @param signals with how to store them where the ticket has changed meanwhile.
 */
export async function answer(
	deps: DraftDeps,
	context: CallContext,
	question: Question,
	signals: { value: Signals; store: () => Promise<void> } | undefined,
	reply: Reply,
): Promise<void> {
	const { ticket } = question;
	const { articles, suggestionsJson, draft } = reply;
	// Most questions that no article answers leave the ticket as it is: nothing to lock, nothing to write.
	const isSame =
		!draft &&
		!ticket.readyDraftId &&
		suggestionsJson === ticket.suggestedArticlesJson;
	const changed = isSame ? undefined : reply;
	if (!signals && !changed) return;
	const value = signals?.value;
	if (!(await storeUnchanged(deps, context, question, value, changed))) {
		await signals?.store();
		if (changed) await storeReply(deps, context, question, changed);
	}
	if (!changed) return;
	// An article may have changed after it was read, when there was no draft yet to retract.
	const read = articles.map(({ articleId, version }) => ({
		ticketId: ticket.id,
		articleId,
		draftId: null,
		version,
	}));
	const outdated = await findOutdated(deps, context, read);
	if (outdated.length > 0)
		await retractOutdatedDrafts(deps, context, [ticket.id]);
}
