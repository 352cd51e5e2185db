import { boolean, rowType, text, timestamp } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type {
	RankedPosition,
	RankedWindow,
} from "../domain/ranked-position.ts";
import type { TicketFilter } from "../domain/ticket-list.ts";
import { type TicketSort, walkRanges } from "./ticket-walk.ts";

export const NEWEST_FIRST: TicketSort = {
	field: "created_at",
	direction: "desc",
};

// Every match of a frequent word cannot be ranked in the time of a page. What is searched for is rarely older than the
// newest matches.
const RANKED_MAX = 100;

/** A ticket of the search's newest ones. */
export interface RankedTicket {
	readonly id: string;
	/** As PostgreSQL writes it: the same text is the same number. */
	readonly rank: string;
	readonly window: RankedWindow;
}

/** The next best of the newest matches: at most one more than `limit`. */
export function selectRanked(
	workspaceId: string,
	filter: TicketFilter,
	limit: number,
	position: Extract<RankedPosition, { window: unknown }> | undefined,
): Query<RankedTicket> {
	const window = position?.window;
	const { parts, values: given } = walkRanges(
		workspaceId,
		filter,
		NEWEST_FIRST,
		RANKED_MAX + 1,
		({ key, id }, parameter) => {
			if (!window) return [[]];
			const { newest, oldest } = window;
			const compare = (operator: string, place: typeof newest) =>
				`(${key}, ${id}) ${operator} (${parameter(place.createdAt)}::timestamptz, ${parameter(place.id)})`;
			return [[compare("<=", newest), compare(">=", oldest)]];
		},
	);
	const values = [...given];
	const parameter = (value: string) => `$${values.push(value)}`;
	const after = position
		? `where (r.rank, r.id) < (${parameter(position.rank)}::real, ${parameter(position.id)})`
		: "";
	return {
		text: `with matches as materialized (
  select t.id, t.created_at, row_number() over (order by t.created_at desc, t.id desc) as place
    from ${parts[0]} t
), ranked as materialized (
  select m.id, ts_rank_cd(s.words, current_setting('app.search')::tsquery, 1) as rank
    from matches m
    join ticket_search s on s.workspace_id = $1 and s.ticket_id = m.id
   where m.place <= ${RANKED_MAX}
), bounds as (
  select newest.created_at as newest_at, newest.id as newest_id, oldest.created_at as oldest_at, oldest.id as oldest_id,
         exists (select from matches where place > ${RANKED_MAX}) as has_older
    from matches newest
    join matches oldest on oldest.place = (select least(max(place), ${RANKED_MAX}) from matches)
   where newest.place = 1
)
select r.id, r.rank::text as rank, b.newest_at, b.newest_id, b.oldest_at, b.oldest_id, b.has_older
  from ranked r
 cross join bounds b
 ${after}
 order by r.rank desc, r.id desc
 limit ${limit + 1}`,
		values,
		row: rowType(
			{
				id: text,
				rank: text,
				newest_at: timestamp,
				newest_id: text,
				oldest_at: timestamp,
				oldest_id: text,
				has_older: boolean,
			},
			(row) => ({
				id: row.id,
				rank: row.rank,
				window: window ?? {
					newest: { createdAt: row.newest_at, id: row.newest_id },
					oldest: { createdAt: row.oldest_at, id: row.oldest_id },
					hasOlder: row.has_older,
				},
			}),
		),
	};
}
