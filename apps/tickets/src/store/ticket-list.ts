import type { Position } from "@supportdesk/paging/cursor.ts";
import { selectFitting } from "@supportdesk/paging/page.ts";
import type { RowType } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { SyncPosition } from "../domain/sync-position.ts";
import type { Conversation, Ticket } from "../domain/ticket.ts";
import type { TicketFilter } from "../domain/ticket-list.ts";
import {
	CONVERSATION,
	CONVERSATION_COLUMNS,
	SMALL_CONVERSATION,
	SMALL_CONVERSATION_COLUMNS,
	SMALL_TICKET,
	SMALL_TICKET_COLUMNS,
	TICKET,
	TICKET_COLUMNS,
	TICKET_JOINS,
} from "./ticket-rows.ts";
import { walkUnseen } from "./ticket-sync.ts";
import {
	type TicketSort,
	type TicketWalk,
	walkedParts,
	walkTickets,
} from "./ticket-walk.ts";

/** What a list shows of each ticket. */
export interface Listed<T> {
	readonly name: string;
	readonly columns: string;
	readonly row: RowType<T>;
	/** The same of small tickets only. */
	readonly small: {
		readonly columns: string;
		readonly row: RowType<T | undefined>;
	};
}

export const TICKETS: Listed<Ticket> = {
	name: "tickets",
	columns: TICKET_COLUMNS,
	row: TICKET,
	small: { columns: SMALL_TICKET_COLUMNS, row: SMALL_TICKET },
};

export const CONVERSATIONS: Listed<Conversation> = {
	name: "conversations",
	columns: CONVERSATION_COLUMNS,
	row: CONVERSATION,
	small: { columns: SMALL_CONVERSATION_COLUMNS, row: SMALL_CONVERSATION },
};

// The page size stands in the text of the statement, because the planner takes a parameter there for a tenth of the
// table; it is rounded up to one of these so that few statements are prepared.
// Everything else of a ticket is at most 20 kB.
const TICKET_BYTES = "octet_length(r.custom_attributes::text)";
const FETCH_SIZES = [11, 26, 51, 101];
// With created_at behind it.
const INDEXED = new Set([
	"status",
	"contact",
	"contact_email",
	"group",
	"mailbox",
	"ai_intent",
	"tag",
	"merged_into",
]);
const NAME_LENGTH_MAX = 63; // PostgreSQL cuts the rest off
const NAMED_FILTERS_MAX = 2; // rarer combinations are not worth a prepared statement on every connection

/** The statement for one page: at least one row more than the page holds, unless their bytes end it earlier. */
export function selectTicketPage<T>(
	listed: Listed<T>,
	workspaceId: string,
	filter: TicketFilter,
	sort: TicketSort,
	limit: number,
	position: Position | undefined,
): Query<T> {
	const fetch = fetchSize(limit);
	const walk = walkTickets(workspaceId, filter, sort, fetch, position);
	return {
		name: nameOf(listed.name, filter, sort, fetch, position),
		text: textOf(listed, walk, fetch),
		values: walk.values,
		row: listed.row,
	};
}

/** The same of the list sorted by `updated_at:asc`, for a reader that has seen some of it. */
export function selectUnseenPage<T>(
	listed: Listed<T>,
	workspaceId: string,
	filter: TicketFilter,
	limit: number,
	seen: SyncPosition,
): Query<T> {
	const fetch = fetchSize(limit);
	const walk = walkUnseen(workspaceId, filter, fetch, seen);
	return {
		text: textOf(listed, walk, fetch),
		values: walk.values,
		row: listed.row,
	};
}

/** These tickets, in this order, unless their bytes end the page earlier; a deleted one is left out. */
export function selectTicketsInOrder<T>(
	listed: Listed<T>,
	workspaceId: string,
	ids: readonly string[],
): Query<T> {
	const walk: TicketWalk = {
		parts: [
			`(select t.*, array_position($2::text[], t.id) as place
     from tickets t
    where t.workspace_id = $1
      and t.deleted_at is null
      and t.id = any($2::text[]))`,
		],
		values: [workspaceId, ids],
		orderBy: (table) => `${table}.place`,
	};
	return {
		text: textOf(listed, walk, ids.length),
		values: walk.values,
		row: listed.row,
	};
}

function textOf<T>(listed: Listed<T>, walk: TicketWalk, fetch: number): string {
	const rows = `select *
              from (${walk.parts.join("\n   union all\n  ")}) r
             order by ${walk.orderBy("r")}
             limit ${fetch}`;
	return `select ${listed.columns}
  from ${selectFitting(rows, TICKET_BYTES, walk.orderBy("r"), "t")}
  ${TICKET_JOINS}
 order by ${walk.orderBy("t")}`;
}

/**
 * The same page where every ticket is small, as nearly all are: adding up the bytes of its rows costs PostgreSQL a
 * sixth of a page. A ticket of more bytes comes as undefined.
 */
export function selectSmallTicketPage<T>(
	listed: Listed<T>,
	workspaceId: string,
	filter: TicketFilter,
	sort: TicketSort,
	limit: number,
	position: Position | undefined,
): Query<T | undefined> {
	const fetch = fetchSize(limit);
	const walk = walkTickets(workspaceId, filter, sort, fetch, position);
	return {
		name: nameOf(`small_${listed.name}`, filter, sort, fetch, position),
		text: `select ${listed.small.columns}
  from (${walk.parts.join("\n   union all\n  ")}) t
  ${TICKET_JOINS}
 order by ${walk.orderBy("t")}
 limit ${fetch}`,
		values: walk.values,
		row: listed.small.row,
	};
}

const fetchSize = (limit: number) =>
	FETCH_SIZES.find((size) => size > limit) ?? limit + 1;

/**
 * Whether the walk passes over no row that the filter does not want, so that a page costs the same for a
 * workspace of any size: the indexes that sort by creation begin with one filter's column.
 */
export function walksWantedRowsOnly(
	filter: TicketFilter,
	sort: TicketSort,
): boolean {
	const { created_after, created_before, ...others } = filter;
	const given = Object.entries(others).filter(
		([, value]) => value !== undefined,
	);
	if (sort.field !== "created_at") {
		return given.length === 0 && !created_after && !created_before;
	}
	const [[field] = []] = given;
	return given.length === 0 || (given.length === 1 && INDEXED.has(field!));
}

function nameOf(
	listed: string,
	filter: TicketFilter,
	sort: TicketSort,
	fetch: number,
	position: Position | undefined,
): string | undefined {
	const given = Object.entries(filter)
		.filter(([, value]) => value !== undefined)
		.map(([field, value]) => {
			if (value === "unassigned") return value;
			return value === false ? `not_${field}` : field;
		});
	// The plan of a search depends on its words.
	if (given.length > NAMED_FILTERS_MAX || filter.q !== undefined)
		return undefined;
	const name = `${listed}_${sort.field}_${sort.direction}_${fetch}_${beginOf(filter, sort, position)}_${given.join("_")}`;
	return name.length > NAME_LENGTH_MAX ? undefined : name;
}

/** Where a page begins, which decides what its statement walks. The names of most pages have no letter to spare. */
function beginOf(
	filter: TicketFilter,
	sort: TicketSort,
	position: Position | undefined,
): string {
	if (position) return position.value === null ? "null" : "next";
	const parts = walkedParts(sort, filter);
	return parts === "valued" ? "start" : parts;
}
