import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import type { Value } from "@supportdesk/pg/statement.ts";
import type { TicketFilter } from "../domain/ticket-list.ts";

export const TICKET_SORTS = [
	"created_at",
	"updated_at",
	"resolved_at",
	"priority",
] as const;
export type TicketSort = Sort<(typeof TICKET_SORTS)[number]>;

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

/** Adds a value to those of a statement; returns what stands for it in the text. */
type Parameter = (value: Value) => string;

/** The rows of a page of tickets, before their columns. */
export interface TicketWalk {
	/** A subquery for each part of the list still to be walked. */
	readonly parts: readonly string[];
	readonly values: readonly Value[];
	/** The order of the list's rows, of the table of this name. */
	orderBy(table: string): string;
}

/**
 * A walk along the index that sorts, from the position on, of at most `fetch` rows. Rows without a value to sort by come
 * last in both directions.
 */
export function walkTickets(
	workspaceId: string,
	filter: TicketFilter,
	sort: TicketSort,
	fetch: number,
	position: Position | undefined,
): TicketWalk {
	const column = COLUMNS[sort.field];
	return walkRanges(workspaceId, filter, sort, fetch, (source, parameter) =>
		rangeConditions(
			walkedParts(sort, filter),
			column,
			sort,
			source,
			position,
			parameter,
		),
	);
}

/**
 * A walk of at most `fetch` rows of each range.
 *
 * @param rangesOf the conditions of each range
 */
export function walkRanges(
	workspaceId: string,
	filter: TicketFilter,
	sort: TicketSort,
	fetch: number,
	rangesOf: (source: Source, parameter: Parameter) => string[][],
): TicketWalk {
	const values: Value[] = [workspaceId];
	const parameter = (value: Value) => `$${values.push(value)}`;
	const source = pickSource(filter, sort, parameter);
	const conditions = [
		"t.workspace_id = $1",
		"t.deleted_at is null",
		...source.conditions,
		...filterConditions(filter, parameter),
	];
	return {
		parts: rangesOf(source, parameter).map(
			(range) => `(select t.*
     from ${source.from}
    where ${[...conditions, ...range].join("\n      and ")}
    order by ${source.key} ${sort.direction}, ${source.id} ${sort.direction}
    limit ${fetch})`,
		),
		values,
		orderBy: (table) =>
			`${table}.${COLUMNS[sort.field].name} ${sort.direction} nulls last, ${table}.id ${sort.direction}`,
	};
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
	parameter: Parameter,
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
	parameter: Parameter,
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
	const ofContact = (column: string, value: string | undefined) => {
		if (value !== undefined) {
			const known = parameter(value);
			conditions.push(
				`t.contact_id = (select coalesce(c.merged_into, c.id) from contacts c where c.workspace_id = $1 and c.${column} = ${known})`,
			);
		}
	};
	ofContact("id", filter.contact);
	ofContact("email_key", filter.contact_email);
	equal("mailbox_id", filter.mailbox);
	equal("ai_intent", filter.ai_intent);
	if (filter.assignee === "unassigned") {
		conditions.push("t.assignee_id is null");
	} else {
		equal("assignee_id", filter.assignee);
	}
	equal("external_id", filter.external_id);
	equal("merged_into", filter.merged_into);
	// Whoever asks for a ticket by name finds it all the same.
	if (filter.merged_into === undefined && filter.external_id === undefined)
		conditions.push("t.merged_into is null");
	// Of the tickets' words, the transaction sees those that match its search.
	if (filter.q !== undefined) {
		conditions.push(
			"t.id in (select s.ticket_id from ticket_search s where s.workspace_id = $1)",
		);
	}
	if (filter.waiting !== undefined) {
		conditions.push(
			`t.waiting_since is ${filter.waiting ? "not null" : "null"}`,
		);
	}
	const compare = (operation: string, value: string | undefined) => {
		if (value !== undefined) {
			conditions.push(`t.${operation} ${parameter(value)}::timestamptz`);
		}
	};
	compare("created_at >", filter.created_after);
	compare("created_at <", filter.created_before);
	compare("updated_at >", filter.updated_after);
	compare("updated_at <", filter.updated_before);
	return conditions;
}

type Parts = "valued" | "empty" | "both";

/** Which rows there can be: with a value to sort by, without one, or both. A status says whether it is resolved. */
export function walkedParts(
	{ field }: TicketSort,
	{ status }: TicketFilter,
): Parts {
	if (!COLUMNS[field].nullable) return "valued";
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
	parameter: Parameter,
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
