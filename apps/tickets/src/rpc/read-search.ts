import type { Pool } from "@supportdesk/pg/pool.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import { readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { SearchTerm } from "../domain/search-query.ts";
import { searchFor, selectIsSearchable } from "../store/ticket-search.ts";

/** A page of what matches, and whether all tickets can be found by now. */
export async function readSearch<T>(
	db: Pool,
	context: CallContext,
	terms: readonly SearchTerm[],
	query: Query<T>,
): Promise<readonly [isSearchable: boolean, rows: readonly T[]]> {
	const [, [isSearchable], rows] = await readAll(db, context, [
		searchFor(terms),
		selectIsSearchable(context.workspaceId),
		query,
	]);
	return [isSearchable!, rows];
}

/** Reports that tickets of an earlier version are still being put into the search. */
export const incomplete = (isSearchable: boolean) => ({
	search_incomplete: isSearchable ? undefined : true,
});
