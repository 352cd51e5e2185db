import type { Statement } from "@supportdesk/pg/statement.ts";

/**
 * Rows that refer to the articles are deleted with them, by the foreign keys. The articles are selected as an array, which
 * PostgreSQL estimates as a few: joined with a subquery of unknown length, all articles of the workspace would be read.
 */
export function purgeDeletedArticles(
	workspaceId: string,
	deletedBefore: Date,
	rowsMax: number,
): Statement {
	return {
		name: "articles_purge",
		text: `with gone as (
  delete from articles
   where workspace_id = $1
     and id = any(array(select id
                          from articles
                         where workspace_id = $1
                           and deleted_at < $2
                         order by deleted_at
                         limit $3
                           for update skip locked))
  returning id), forgotten as (
  delete from ticket_retrievals
   where workspace_id = $1
     and article_id in (select id from gone))
select id from gone`,
		values: [workspaceId, deletedBefore.toISOString(), rowsMax],
	};
}

/** The numbers are never given out again, so readers continue where they were. */
export function purgeAnsweredTickets(before: Date, rowsMax: number): Statement {
	return {
		name: "answered_purge",
		text: `delete from answered_tickets
 where sequence in (select sequence
                      from answered_tickets
                     where created_at < $1
                     order by sequence
                     limit $2)`,
		values: [before.toISOString(), rowsMax],
	};
}
