import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { SyncPosition, SyncRow } from "../domain/sync-position.ts";
import type { TicketFilter } from "../domain/ticket-list.ts";
import { type TicketSort, type TicketWalk, walkRanges } from "./ticket-walk.ts";

const SORT: TicketSort = { field: "updated_at", direction: "asc" };

// A change is committed within the time that a request or job has for its transaction, half a minute, of its `updated_at`;
// the rest is for clocks that differ.
const LATE_MAX = "5 minutes";

/** Which transactions were committed when the statements of a reading transaction see the database. */
export const SELECT_SNAPSHOT: Query<string> = {
	name: "committed_snapshot",
	text: "select pg_current_snapshot()::text as snapshot",
	row: rowType({ snapshot: text }, ({ snapshot }) => snapshot),
};

/**
 * The rows that the reader has not seen: those behind all it has read, and those among them that were committed later.
 * A transaction that this server has not begun is one of a server whose backup was restored here: all of it was there
 * from the beginning.
 */
export function walkUnseen(
	workspaceId: string,
	filter: TicketFilter,
	fetch: number,
	seen: SyncPosition,
): TicketWalk {
	return walkRanges(
		workspaceId,
		filter,
		SORT,
		fetch,
		({ key, id }, parameter) => {
			const compare = (operator: string, to: SyncRow) =>
				`(${key}, ${id}) ${operator} (${parameter(to.updatedAt)}::timestamptz, ${parameter(to.id)})`;
			const late = seen.flatMap(({ to, snapshot }, i) => {
				if (snapshot === undefined) return [];
				const from = seen[i - 1]?.to;
				return [
					[
						...(from ? [compare(">", from)] : []),
						compare("<=", to),
						`${key} > ${parameter(to.updatedAt)}::timestamptz - interval '${LATE_MAX}'`,
						`not pg_visible_in_snapshot(t.changed_in, ${parameter(snapshot)}::pg_snapshot)`,
						"t.changed_in < pg_snapshot_xmax(pg_current_snapshot())",
					],
				];
			});
			const end = seen.at(-1);
			return [...late, end ? [compare(">", end.to)] : []];
		},
	);
}
