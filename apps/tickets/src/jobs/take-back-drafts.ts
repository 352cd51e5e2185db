import { later } from "@supportdesk/operations/later.ts";
import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../service.ts";
import {
	findCurrentDraft,
	type QuotedArticleRow,
	selectQuotedArticles,
	supersedeDraft,
} from "../store/drafts.ts";
import { lockTicket } from "../store/tickets.ts";
import { draftAgainJob } from "./enrich-job.ts";

type TakeBackDeps = Pick<Deps, "db" | "clock" | "knowledge">;

/** Takes back those of these tickets' ready drafts that do not stand any more. */
export async function takeBackDrafts(
	deps: TakeBackDeps,
	context: CallContext,
	ticketIds: readonly string[],
): Promise<void> {
	const quoted = await readQuotedArticles(deps, context, ticketIds);
	await takeBackUnlessTheyStand(deps, context, quoted);
}

/** What the ready drafts of these tickets quote. */
export function readQuotedArticles(
	{ db }: Pick<TakeBackDeps, "db">,
	context: CallContext,
	ticketIds: readonly string[],
): Promise<QuotedArticleRow[]> {
	return read<QuotedArticleRow>(
		db,
		context,
		selectQuotedArticles(context.workspaceId, ticketIds),
	);
}

/**
 * Takes back the drafts that quote an article which is not published any more, or in other words. A new draft is
 * queued; for a resolved ticket, when it is reopened.
 */
export async function takeBackUnlessTheyStand(
	deps: TakeBackDeps,
	context: CallContext,
	quoted: readonly QuotedArticleRow[],
): Promise<void> {
	if (quoted.length === 0) return;
	const articleIds = [...new Set(quoted.map(({ article_id }) => article_id))];
	const { articles } = await deps.knowledge.listArticleVersions(
		{ articleIds },
		context,
	);
	const published = new Map(
		articles.map(({ articleId, version }) => [articleId, version]),
	);
	const drafts = new Map(
		quoted
			.filter((article) => !stands(article, published))
			.map(({ draft_id, ticket_id }) => [draft_id, ticket_id]),
	);
	for (const [draftId, ticketId] of drafts)
		await takeBack(deps, context, ticketId, draftId);
}

function stands(
	{ article_id, version }: QuotedArticleRow,
	published: ReadonlyMap<string, string>,
): boolean {
	const current = published.get(article_id);
	return current !== undefined && (version === null || version === current);
}

/** Unless it has been sent meanwhile, or taken back by somebody else. */
async function takeBack(
	{ db, clock }: TakeBackDeps,
	context: CallContext,
	ticketId: string,
	draftId: string,
): Promise<void> {
	const { workspaceId } = context;
	await inTransaction(db, context, async (tx) => {
		const ticket = await lockTicket(tx, workspaceId, ticketId);
		if (!ticket) return;
		const current = await findCurrentDraft(tx, workspaceId, ticketId);
		if (current?.draft.id !== draftId) return;
		if (current.draft.status !== "ready") return;
		const updatedAt = later(current.draft.updatedAt, clock.now());
		tx.defer(supersedeDraft(workspaceId, ticketId, updatedAt));
		if (ticket.resolvedAt !== null) return;
		tx.defer(draftAgainJob(workspaceId, ticketId));
	});
}
