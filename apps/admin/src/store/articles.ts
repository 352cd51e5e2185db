import { integer, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";

/** How far the search has come with the articles of a workspace. */
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
 * Asks the knowledge service to index the workspace's next articles again: one job an article, as after a change, but
 * after all that changes meanwhile. Until its job is done an article counts as not indexed; the search goes on finding
 * it. Answers the articles' ids in their order.
 */
export function queueIndexing(
	workspaceId: string,
	afterId: string,
	articlesMax: number,
): Query<string> {
	return {
		text: `with asked as (
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
		         from asked
		        order by id`,
		values: [workspaceId, afterId, articlesMax],
		row: QUEUED,
	};
}

/** How many articles the search should find, and how many of those up to an id it has confirmed. */
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
