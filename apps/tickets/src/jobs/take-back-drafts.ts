import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import {
	removeSuggestedArticles,
	type ShownArticleRow,
	selectShownArticles,
	supersedeDraft,
} from "../store/drafts.ts";
import { lockTicket } from "../store/tickets.ts";
import { draftAgainJob } from "./enrich-job.ts";

type TakeBackDeps = Pick<Deps, "db" | "clock" | "knowledge">;

/** Takes back what these tickets' readers are shown of articles and does not stand any more. */
export async function takeBackDrafts(
	deps: TakeBackDeps,
	context: CallContext,
	ticketIds: readonly string[],
): Promise<void> {
	const shown = await readShownArticles(deps, context, ticketIds);
	const fallen = await findFallen(deps, context, shown);
	await takeBackFallen(deps, context, fallen);
}

/** What the ready drafts of these tickets quote, and what is suggested. */
export function readShownArticles(
	{ db }: Pick<TakeBackDeps, "db">,
	context: CallContext,
	ticketIds: readonly string[],
): Promise<ShownArticleRow[]> {
	return read<ShownArticleRow>(
		db,
		context,
		selectShownArticles(context.workspaceId, ticketIds),
	);
}

/** Those of them that are not published any more, or quoted in words that are not theirs any more. */
export async function findFallen(
	{ knowledge }: Pick<TakeBackDeps, "knowledge">,
	context: CallContext,
	shown: readonly ShownArticleRow[],
): Promise<ShownArticleRow[]> {
	if (shown.length === 0) return [];
	const articleIds = [...new Set(shown.map(({ article_id }) => article_id))];
	const { articles } = await knowledge.listArticleVersions(
		{ articleIds },
		context,
	);
	const published = new Map(
		articles.map(({ articleId, version }) => [articleId, version]),
	);
	return shown.filter((article) => !stands(article, published));
}

function stands(
	{ article_id, version }: ShownArticleRow,
	published: ReadonlyMap<string, string>,
): boolean {
	const current = published.get(article_id);
	return current !== undefined && (version === null || version === current);
}

/**
 * Takes back the drafts that quote these articles, and the suggestions of them. New drafts are queued; for resolved
 * tickets, when they are reopened.
 */
export async function takeBackFallen(
	deps: Pick<TakeBackDeps, "db" | "clock">,
	context: CallContext,
	fallen: readonly ShownArticleRow[],
): Promise<void> {
	const byTicket = Map.groupBy(fallen, ({ ticket_id }) => ticket_id);
	for (const [ticketId, ofTicket] of byTicket)
		await takeBack(deps, context, ticketId, ofTicket);
}

/** A draft that has been sent meanwhile stays. */
async function takeBack(
	{ db, clock }: Pick<TakeBackDeps, "db" | "clock">,
	context: CallContext,
	ticketId: string,
	fallen: readonly ShownArticleRow[],
): Promise<void> {
	const { workspaceId } = context;
	const suggestedIds = fallen
		.filter(({ draft_id }) => draft_id === null)
		.map(({ article_id }) => article_id);
	await inTransaction(db, context, async (tx) => {
		const ticket = await lockTicket(tx, workspaceId, ticketId);
		if (!ticket) return;
		if (suggestedIds.length > 0)
			tx.defer(removeSuggestedArticles(workspaceId, ticketId, suggestedIds));
		const { readyDraftId } = ticket;
		const isReady = ({ draft_id }: ShownArticleRow) =>
			draft_id !== null && draft_id === readyDraftId;
		if (!fallen.some(isReady)) return;
		tx.defer(supersedeDraft(workspaceId, ticketId, clock.now()));
		if (ticket.resolvedAt !== null) return;
		tx.defer(draftAgainJob(workspaceId, ticketId));
	});
}
