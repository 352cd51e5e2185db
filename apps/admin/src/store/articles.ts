import { integer, rowType, text } from "@supportdesk/pg/row-type.ts";
import { announceRows } from "@supportdesk/pg/row-watch.ts";
import type { Query } from "@supportdesk/pg/statement.ts";

/** How many of a workspace's articles the search engine has indexed. */
export interface Progress {
	readonly indexed: number;
	readonly total: number;
}

const QUEUED = rowType({ id: text }, ({ id }) => id);
const PROGRESS = rowType(
	{ total: integer, indexed: integer },
	(row): Progress => row,
);

/**
 * Queues the workspace's next articles for indexing: one job per article, as after a change, but with a lower priority
 * than changes. An article counts as not indexed until its job is done; searches continue to find it. Returns the
 * articles' ids in their order.
 */
export function queueIndexing(
	workspaceId: string,
	afterId: string,
	articlesMax: number,
): Query<string> {
	announceRows("knowledge_jobs");
	return {
		text: `with queued as (
		         update knowledge.articles
		            set indexed_at = null
		          where workspace_id = $1
		            and id in (select id
		                         from knowledge.articles
		                        where workspace_id = $1 and deleted_at is null and id > $2
		                        order by id
		                        limit $3)
		         returning workspace_id, id
		       )
		       select id,
		              knowledge_jobs.enqueue(
		                'index_article',
		                json_build_object('workspaceId', workspace_id, 'articleId', id),
		                null, null, 1)
		         from queued
		        order by id`,
		values: [workspaceId, afterId, articlesMax],
		row: QUEUED,
	};
}

/** Counts the published articles, and those up to `lastId` that the search engine has confirmed. */
export function countIndexed(
	workspaceId: string,
	lastId: string,
): Query<Progress> {
	return {
		text: `select count(*) as total, count(indexed_at) filter (where id <= $2) as indexed
		         from knowledge.articles
		        where workspace_id = $1 and status = 'published' and deleted_at is null`,
		values: [workspaceId, lastId],
		row: PROGRESS,
	};
}
