import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import {
	type Article,
	type ArticlePatch,
	applyPatch,
	takesWordsBack,
} from "../domain/article.ts";
import { articleNotFound, externalIdExists } from "../domain/errors.ts";
import { articleChanged } from "../events/article-events.ts";
import { indexJob, reviewDraftsJob } from "../queue.ts";
import {
	replaceTags,
	saveArticle,
	selectArticle,
	selectIdByExternalId,
	takeRevision,
} from "../store/articles.ts";
import { writeProfile } from "../store/profiles.ts";

/**
 * @param tx has taken the revision, so that no other article is given the name meanwhile
 * @throws AppError `external_id_exists`
 */
export async function refuseNamesake(
	tx: Transaction,
	workspaceId: string,
	externalId: string,
): Promise<void> {
	const { rows } = await tx.query(
		selectIdByExternalId(workspaceId, externalId),
	);
	if (rows[0] !== undefined) throw externalIdExists(rows[0]);
}

/**
 * Changes an article in an open transaction. The revision is taken first: it is the lock that keeps two changes of one
 * workspace's articles from passing each other.
 */
export async function changeArticle(
	tx: Transaction,
	context: CallContext,
	id: string,
	patchFor: (article: Article) => ArticlePatch,
	now: Date,
): Promise<Article> {
	const { workspaceId } = context;
	const revision = await takeRevision(tx, workspaceId);
	const { rows } = await tx.query(selectArticle(workspaceId, id));
	const [current] = rows;
	if (!current) throw articleNotFound();
	const next = applyPatch(current, patchFor(current), now);
	if (next === current) return current;
	if (next.externalId !== null && next.externalId !== current.externalId)
		await refuseNamesake(tx, workspaceId, next.externalId);
	tx.defer(saveArticle(workspaceId, next, revision));
	for (const statement of replaceTags(workspaceId, id, next.tags)) {
		tx.defer(statement);
	}
	tx.defer(writeProfile(workspaceId, next));
	tx.defer(indexJob(workspaceId, id));
	tx.defer(
		insertEvents(workspaceId, [articleChanged(context, current, next, now)]),
	);
	if (takesWordsBack(current, next)) tx.defer(reviewDraftsJob(workspaceId, id));
	return next;
}
