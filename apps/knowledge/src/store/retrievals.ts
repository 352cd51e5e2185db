import type { BatchedWrite, ItemRow } from "@supportdesk/pg/batched-write.ts";
import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

const TICKET_ID = rowType({ ticket_id: text }, ({ ticket_id }) => ticket_id);
const NEW_RETRIEVAL = rowType(
	{ ticket_id: text, article_id: text },
	(row): NewRetrieval => ({ itemId: row.ticket_id, articleId: row.article_id }),
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

/** The articles that a draft of a ticket retrieved. */
export interface TicketRetrieval {
	readonly ticketId: string;
	readonly articleIds: readonly string[];
}

/** An article that is new among a ticket's retrievals. */
export interface NewRetrieval extends ItemRow {
	readonly articleId: string;
}

/** Notes which articles drafts retrieved, and returns those for which that is new. */
export const TICKET_RETRIEVALS: BatchedWrite<TicketRetrieval, NewRetrieval> = {
	name: "ticket_retrievals_insert",
	statement: insertTicketRetrievals,
	idOf: ({ ticketId }) => ticketId,
	isDuplicate: () => false,
};

function insertTicketRetrievals(
	workspaceId: string,
	retrievals: readonly TicketRetrieval[],
): Query<NewRetrieval> {
	const rows = retrievals.flatMap(({ ticketId, articleIds }) =>
		articleIds.map((articleId) => ({ ticketId, articleId })),
	);
	return {
		name: "ticket_retrievals_insert",
		text: `insert into ticket_retrievals (workspace_id, ticket_id, article_id)
select distinct $1, ticket_id, article_id
  from unnest($2::text[], $3::text[]) as r (ticket_id, article_id)
 order by ticket_id, article_id
    on conflict do nothing
returning ticket_id, article_id`,
		values: [
			workspaceId,
			rows.map(({ ticketId }) => ticketId),
			rows.map(({ articleId }) => articleId),
		],
		row: NEW_RETRIEVAL,
	};
}
