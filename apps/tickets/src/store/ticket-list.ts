import type { Position } from "@supportdesk/paging/cursor.ts";
import { selectFitting } from "@supportdesk/paging/page.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import type { RowType } from "@supportdesk/pg/row-type.ts";
import type { Query, Value } from "@supportdesk/pg/statement.ts";
import type { Conversation, Ticket } from "../domain/ticket.ts";
import type { TicketFilter } from "../domain/ticket-list.ts";
import {
	CONVERSATION,
	CONVERSATION_COLUMNS,
	TICKET,
	TICKET_COLUMNS,
	TICKET_JOINS,
} from "./ticket-rows.ts";

export const TICKET_SORTS = [
	"created_at",
	"updated_at",
	"resolved_at",
	"priority",
] as const;
export type TicketSort = Sort<(typeof TICKET_SORTS)[number]>;

/** What a list shows of each ticket. */
export interface Listed<T> {
	readonly name: string;
	readonly columns: string;
	readonly row: RowType<T>;
}

export const TICKETS: Listed<Ticket> = {
	name: "tickets",
	columns: TICKET_COLUMNS,
	row: TICKET,
};

export const CONVERSATIONS: Listed<Conversation> = {
	name: "conversations",
	columns: CONVERSATION_COLUMNS,
	row: CONVERSATION,
};

interface SortColumn {
	readonly name: string;
	readonly type: "timestamptz" | "smallint";
	readonly nullable: boolean;
}

const COLUMNS: Record<TicketSort["field"], SortColumn> = {
	created_at: { name: "created_at", type: "timestamptz", nullable: false },
	updated_at: { name: "updated_at", type: "timestamptz", nullable: false },
	resolved_at: { name: "resolved_at", type: "timestamptz", nullable: true },
	priority: { name: "priority_rank", type: "smallint", nullable: false },
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
	"ai_intent",
	"tag",
]);
const NAMED_FILTERS_MAX = 2; // rarer combinations are not worth a prepared statement on every connection

/**
 * The statement for one page: a walk along the index that sorts, from the position on, at least one row more than
 * the page holds, unless their bytes end it earlier. Rows without a value to sort by come last in both directions.
 */
export function selectTicketPage<T>(
	listed: Listed<T>,
	workspaceId: string,
	filter: TicketFilter,
	sort: TicketSort,
	limit: number,
	position: Position | undefined,
): Query<T> {
	const values: Value[] = [workspaceId];
	const parameter = (value: Value) => `$${values.push(value)}`;
	const column = COLUMNS[sort.field];
	const source = pickSource(filter, sort, parameter);
	const conditions = [
		"t.workspace_id = $1",
		"t.deleted_at is null",
		...source.conditions,
		...filterConditions(filter, parameter),
	];
	const fetch = FETCH_SIZES.find((size) => size > limit) ?? limit + 1;
	const walks = rangeConditions(
		partsOf(column, filter),
		column,
		sort,
		source,
		position,
		parameter,
	).map(
		(range) => `(select t.*
     from ${source.from}
    where ${[...conditions, ...range].join("\n      and ")}
    order by ${source.key} ${sort.direction}, ${source.id} ${sort.direction}
    limit ${fetch})`,
	);
	return {
		name: nameOf(listed.name, filter, sort, fetch, position),
		text: `select ${listed.columns}
  from ${selectFitting(
		`select *
              from (${walks.join("\n   union all\n  ")}) r
             order by ${orderBy("r", column, sort)}
             limit ${fetch}`,
		TICKET_BYTES,
		orderBy("r", column, sort),
		"t",
	)}
  ${TICKET_JOINS}
 order by ${orderBy("t", column, sort)}`,
		values,
		row: listed.row,
	};
}

function orderBy(name: string, column: SortColumn, { direction }: TicketSort) {
	return `${name}.${column.name} ${direction} nulls last, ${name}.id ${direction}`;
}

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

/** Where a walk goes along: an index on tickets, or the one of a tag. */
interface Source {
	readonly from: string;
	readonly key: string;
	readonly id: string;
	readonly conditions: readonly string[];
}

function pickSource(
	{ tag }: TicketFilter,
	sort: TicketSort,
	parameter: (value: Value) => string,
): Source {
	const key = `t.${COLUMNS[sort.field].name}`;
	if (tag === undefined) {
		return { from: "tickets t", key, id: "t.id", conditions: [] };
	}
	const tagged = `tt.workspace_id = $1 and tt.tag = ${parameter(tag)}`;
	if (sort.field === "created_at") {
		return {
			from: "ticket_tags tt join tickets t on t.workspace_id = tt.workspace_id and t.id = tt.ticket_id",
			key: "tt.created_at",
			id: "tt.ticket_id",
			conditions: [tagged],
		};
	}
	return {
		from: "tickets t",
		key,
		id: "t.id",
		conditions: [
			`exists (select from ticket_tags tt where ${tagged} and tt.ticket_id = t.id)`,
		],
	};
}

function filterConditions(
	filter: TicketFilter,
	parameter: (value: Value) => string,
): string[] {
	const conditions: string[] = [];
	const equal = (column: string, value: string | undefined) => {
		if (value !== undefined) {
			conditions.push(`t.${column} = ${parameter(value)}`);
		}
	};
	equal("status", filter.status);
	equal("priority", filter.priority);
	equal("group_id", filter.group);
	equal("channel", filter.channel);
	equal("contact_id", filter.contact);
	if (filter.contact_email !== undefined) {
		const emailKey = parameter(filter.contact_email);
		conditions.push(
			`t.contact_id = (select c.id from contacts c where c.workspace_id = $1 and c.email_key = ${emailKey})`,
		);
	}
	equal("ai_intent", filter.ai_intent);
	if (filter.assignee === "unassigned") {
		conditions.push("t.assignee_id is null");
	} else {
		equal("assignee_id", filter.assignee);
	}
	if (filter.created_after !== undefined) {
		conditions.push(
			`t.created_at > ${parameter(filter.created_after)}::timestamptz`,
		);
	}
	if (filter.created_before !== undefined) {
		conditions.push(
			`t.created_at < ${parameter(filter.created_before)}::timestamptz`,
		);
	}
	return conditions;
}

/** Which rows there can be: with a value to sort by, without one, or both. A status says whether it is resolved. */
type Parts = "valued" | "empty" | "both";

function partsOf(column: SortColumn, { status }: TicketFilter): Parts {
	if (!column.nullable) return "valued";
	if (status === undefined) return "both";
	return status === "open" || status === "pending" ? "empty" : "valued";
}

/** The parts of the index still to be walked; the rows without a value are the last ones. */
function rangeConditions(
	parts: Parts,
	column: SortColumn,
	sort: TicketSort,
	source: Source,
	position: Position | undefined,
	parameter: (value: Value) => string,
): string[][] {
	const beyond = sort.direction === "desc" ? "<" : ">";
	const valued = column.nullable ? [`${source.key} is not null`] : [];
	const empty = [`${source.key} is null`];
	if (position && position.value === null) {
		return [[...empty, `${source.id} ${beyond} ${parameter(position.id)}`]];
	}
	if (position) {
		const value = `${parameter(position.value)}::${column.type}`;
		const id = parameter(position.id);
		valued.push(`(${source.key}, ${source.id}) ${beyond} (${value}, ${id})`);
	}
	if (parts === "both") return [valued, empty];
	return [parts === "valued" ? valued : empty];
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
		.map(([field, value]) => (value === "unassigned" ? value : field));
	if (given.length > NAMED_FILTERS_MAX) return undefined;
	const start = !position ? "start" : position.value === null ? "null" : "next";
	return `${listed}_${sort.field}_${sort.direction}_${fetch}_${start}_${given.join("_")}`;
}
