import { boolean, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement, Value } from "@supportdesk/pg/statement.ts";
import type { SearchTerm } from "../domain/search-query.ts";

const TERMS: Record<SearchTerm["kind"], (parameter: string) => string> = {
	words: (words) => `phraseto_tsquery('simple', search_text(${words}))`,
	pairs: (pairs) => `phraseto_tsquery('simple', ${pairs})`,
	beginning: (character) =>
		`to_tsquery('simple', quote_literal(${character}) || ':*')`,
};

/**
 * Has the transaction's statements see the words of those tickets only that match the search: the table's policy says so,
 * which is what lets them use its index.
 */
export function searchFor(terms: readonly SearchTerm[]): Statement {
	const values: Value[] = [];
	if (terms.length === 0) return { name: "no_search", text: "select 1" };
	const query = terms.map(({ words, kind, isExcluded }) => {
		const term = TERMS[kind](`$${values.push(words)}::text`);
		return isExcluded ? `!!${term}` : term;
	});
	return {
		text: `select set_config('app.search', (${query.join(" && ")})::text, true)`,
		values,
	};
}

/** Whether all tickets of the workspace can be found: those of earlier versions are put into the search by a job. */
export function selectIsSearchable(workspaceId: string): Query<boolean> {
	return {
		name: "search_is_complete",
		text: `select not exists (select from ticket_search_backfill where id = $1) as it`,
		values: [workspaceId],
		row: rowType({ it: boolean }, ({ it }) => it),
	};
}

/** The workspaces with tickets that are not in the search yet. */
export const SELECT_BACKFILLS: Query<string> = {
	name: "search_backfills",
	text: "select id from ticket_search_backfill order by id",
	row: rowType({ id: text }, ({ id }) => id),
};

/**
 * Puts the next tickets of a workspace into the search, of those that no change has put there. It locks them for a
 * moment, so that a message that is written meanwhile is not left out.
 */
export function backfillSearch(
	workspaceId: string,
	rowsMax: number,
): Query<boolean> {
	return {
		name: "search_backfill",
		text: `with next as materialized (
  select t.*
    from ticket_search_backfill b
    join tickets t on t.workspace_id = $1 and t.id > b.after_id
   where b.id = $1
   order by t.id
   limit $2
     for no key update of t
), written as materialized (
  select n.id, index_ticket(row(n.*)::tickets)
    from next n
), moved as (
  update ticket_search_backfill
     set after_id = (select max(id) from written)
   where id = $1
     and exists (select from written)
), done as (
  delete from ticket_search_backfill
   where id = $1
     and not exists (select from written)
)
select exists (select from written) as it`,
		values: [workspaceId, rowsMax],
		row: rowType({ it: boolean }, ({ it }) => it),
	};
}
