import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

const TICKET_ID = rowType({ ticket_id: text }, ({ ticket_id }) => ticket_id);
const ARTICLE_ID = rowType(
	{ article_id: text },
	({ article_id }) => article_id,
);

/** Adds to the retrieval counts; a deleted article is skipped. */
export function addRetrievals(
	workspaceId: string,
	counts: ReadonlyMap<string, number>,
): Statement {
	// Locked in the order of the ids, so that two processes that count the same articles do not wait for each other.
	return {
		name: "retrievals_add",
		text: `with added as (
  select a.id, u.count
    from unnest($2::text[], $3::int[]) as u (id, count)
    join articles a on a.workspace_id = $1 and a.id = u.id
   order by a.id
     for update of a)
update articles a
   set retrieval_count = a.retrieval_count + added.count
  from added
 where a.workspace_id = $1 and a.id = added.id`,
		values: [workspaceId, [...counts.keys()], [...counts.values()]],
	};
}

/** The tickets for which the article was found, from one on. */
export function selectTicketsOfArticle(
	workspaceId: string,
	articleId: string,
	afterTicketId: string,
	rowsMax: number,
): Query<string> {
	return {
		name: "ticket_retrievals_of_article",
		text: `select ticket_id
  from ticket_retrievals
 where workspace_id = $1
   and article_id = $2
   and ticket_id > $3
 order by ticket_id
 limit $4`,
		values: [workspaceId, articleId, afterTicketId, rowsMax],
		row: TICKET_ID,
	};
}

/** Notes that a draft of the ticket retrieved the articles, and returns those for which that is new. */
export function insertTicketRetrievals(
	workspaceId: string,
	ticketId: string,
	articleIds: readonly string[],
): Query<string> {
	return {
		name: "ticket_retrievals_insert",
		text: `insert into ticket_retrievals (workspace_id, ticket_id, article_id)
select $1, $2, article_id
  from unnest($3::text[]) as article_id
    on conflict do nothing
returning article_id`,
		values: [workspaceId, ticketId, articleIds],
		row: ARTICLE_ID,
	};
}
