import {
	integer,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Value } from "@supportdesk/pg/statement.ts";
import type { Event } from "../domain/event.ts";

const EVENT = rowType(
	{
		sequence: integer,
		id: text,
		type: text,
		created_at: timestamp,
		actor_type: oneOf<Event["actor"]["type"]>(),
		actor_id: text,
		request_id: text,
		resource_type: text,
		resource_id: text,
		object: text,
		previous: text,
	},
	(row): Event => ({
		id: row.id,
		sequence: row.sequence,
		type: row.type,
		createdAt: row.created_at,
		actor: { type: row.actor_type, id: row.actor_id || null },
		requestId: row.request_id || null,
		resource: { type: row.resource_type, id: row.resource_id },
		objectJson: row.object,
		previousJson: row.previous,
	}),
);

const COLUMNS = `sequence, id, type, created_at, actor_type, actor_id, request_id, resource_type, resource_id,
       object, previous`;

export function selectEvent(workspaceId: string, id: string): Query<Event> {
	return {
		name: "event",
		text: `select ${COLUMNS}
  from events
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
		row: EVENT,
	};
}

/** Which events of a workspace a list shows. */
export interface EventFilter {
	/** Only these types; all when empty. */
	readonly types: readonly string[];
	readonly resourceId: string | undefined;
	readonly ticketId: string | undefined;
	/** Only higher sequences. */
	readonly after: number;
	/** Only lower sequences. */
	readonly before: number | undefined;
}

/**
 * The next events of a list, in the order of their sequences.
 *
 * @param limit rows; one more than a page holds says whether there is another page.
 */
export function selectEvents(
	workspaceId: string,
	filter: EventFilter,
	direction: "asc" | "desc",
	limit: number,
): Query<Event> {
	const values: Value[] = [workspaceId];
	const parameter = (value: Value) => `$${values.push(value)}`;
	const conditions = [
		"workspace_id = $1",
		`sequence > ${parameter(filter.after)}`,
	];
	if (filter.before !== undefined) {
		conditions.push(`sequence < ${parameter(filter.before)}`);
	}
	if (filter.resourceId !== undefined) {
		conditions.push(`resource_id = ${parameter(filter.resourceId)}`);
	}
	if (filter.ticketId !== undefined) {
		conditions.push(`ticket_id = ${parameter(filter.ticketId)}`);
	}
	const page = (own: readonly string[]) => `select ${COLUMNS}
  from events
 where ${[...conditions, ...own].join("\n   and ")}
 order by sequence ${direction}
 limit ${limit}`;
	// Each type is a range of an index of its own: of all together, the first of each are enough. What belongs to one
	// resource or ticket is few.
	const isNarrow =
		filter.resourceId !== undefined || filter.ticketId !== undefined;
	if (filter.types.length === 0) return { text: page([]), values, row: EVENT };
	if (isNarrow) {
		return {
			text: page([`type = any(${parameter(filter.types)}::text[])`]),
			values,
			row: EVENT,
		};
	}
	const pages = filter.types.map(
		(type) => `(${page([`type = ${parameter(type)}`])})`,
	);
	return {
		text: `select *
  from (${pages.join("\n union all\n")}) e
 order by sequence ${direction}
 limit ${limit}`,
		values,
		row: EVENT,
	};
}
