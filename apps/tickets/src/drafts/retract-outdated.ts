import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { draftWithdrawn } from "../events/draft-events.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { draftAgainJob } from "../queue.ts";
import { findCurrentDraft, supersedeDraft } from "../store/drafts.ts";
import {
	removeSuggestedArticles,
	type ShownArticle,
	selectShownArticles,
} from "../store/shown-articles.ts";
import { lockTicket } from "../store/tickets.ts";

type RetractDeps = Pick<Deps, "db" | "clock" | "knowledge">;

/** Retracts the drafts and suggestions of these tickets whose articles have changed or are no longer published. */
export async function retractOutdatedDrafts(
	deps: RetractDeps,
	context: CallContext,
	ticketIds: readonly string[],
): Promise<void> {
	const shown = await readShownArticles(deps, context, ticketIds);
	const outdated = await findOutdated(deps, context, shown);
	await retractOutdated(deps, context, outdated);
}

/** What the ready drafts of these tickets quote, and what is suggested. */
export function readShownArticles(
	{ db }: Pick<RetractDeps, "db">,
	context: CallContext,
	ticketIds: readonly string[],
): Promise<ShownArticle[]> {
	return read(db, context, selectShownArticles(context.workspaceId, ticketIds));
}

/** Those of them that are not published any more, or quoted in words that are not theirs any more. */
export async function findOutdated(
	{ knowledge }: Pick<RetractDeps, "knowledge">,
	context: CallContext,
	shown: readonly ShownArticle[],
): Promise<ShownArticle[]> {
	if (shown.length === 0) return [];
	const articleIds = [...new Set(shown.map(({ articleId }) => articleId))];
	const { articles } = await knowledge.listArticleVersions(
		{ articleIds },
		context,
	);
	const published = new Map(
		articles.map(({ articleId, version }) => [articleId, version]),
	);
	return shown.filter((article) => !isCurrent(article, published));
}

function isCurrent(
	{ articleId, version }: ShownArticle,
	published: ReadonlyMap<string, string>,
): boolean {
	const current = published.get(articleId);
	return current !== undefined && (version === null || version === current);
}

/**
 * Retracts the drafts that quote these articles, and the suggestions of them. New drafts are queued; for resolved
 * tickets, when they are reopened.
 */
export async function retractOutdated(
	deps: Pick<RetractDeps, "db" | "clock">,
	context: CallContext,
	outdated: readonly ShownArticle[],
): Promise<void> {
	const byTicket = Map.groupBy(outdated, ({ ticketId }) => ticketId);
	for (const [ticketId, ofTicket] of byTicket)
		await retract(deps, context, ticketId, ofTicket);
}

/** A draft that has been sent meanwhile stays. */
async function retract(
	{ db, clock }: Pick<RetractDeps, "db" | "clock">,
	context: CallContext,
	ticketId: string,
	outdated: readonly ShownArticle[],
): Promise<void> {
	const { workspaceId } = context;
	const suggestedIds = outdated
		.filter(({ draftId }) => draftId === null)
		.map(({ articleId }) => articleId);
	await inTransaction(db, context, async (tx) => {
		const ticket = await lockTicket(tx, workspaceId, ticketId);
		if (!ticket) return;
		if (suggestedIds.length > 0)
			tx.defer(removeSuggestedArticles(workspaceId, ticketId, suggestedIds));
		const { readyDraftId } = ticket;
		const isReady = ({ draftId }: ShownArticle) =>
			draftId !== null && draftId === readyDraftId;
		if (!outdated.some(isReady)) return;
		const now = clock.now();
		const current = await findCurrentDraft(tx, workspaceId, ticketId);
		const next = { ...ticket, readyDraftId: null };
		tx.defer(supersedeDraft(workspaceId, ticketId, now));
		writeEvents(tx, workspaceId, [
			...draftWithdrawn(context, ticket, current, now),
			...ticketChanged(context, "ticket.updated", ticket, next, now),
		]);
		if (ticket.resolvedAt !== null) return;
		tx.defer(draftAgainJob(workspaceId, ticketId));
	});
}
