import type { Statement } from "@supportdesk/pg/statement.ts";

/**
 * Asks the knowledge service to index every article of the workspace again: one job an article, as after a change.
 * Until its job is done an article counts as not indexed; the search goes on finding it meanwhile.
 */
export function queueIndexing(workspaceId: string): Statement {
	return {
		text: `with articles as (
		         update knowledge.articles
		            set indexed_at = null
		          where workspace_id = $1 and deleted_at is null
		         returning workspace_id, id
		       )
		       select knowledge_jobs.enqueue(
		                'index_article',
		                json_build_object('workspaceId', workspace_id, 'articleId', id),
		                null, null)
		         from articles`,
		values: [workspaceId],
	};
}

/** How many articles the search should find, and how many of them it has confirmed. */
export function countIndexed(workspaceId: string): Statement {
	return {
		text: `select count(*) as total, count(indexed_at) as indexed
		         from knowledge.articles
		        where workspace_id = $1 and status = 'published' and deleted_at is null`,
		values: [workspaceId],
	};
}
