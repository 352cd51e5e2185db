import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import {
	arrayOf,
	integer,
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Value } from "@supportdesk/pg/statement.ts";
import type { Gap } from "../domain/gap.ts";

export const GAP_SORTS = [
	"frequency",
	"last_seen_at",
	"first_seen_at",
] as const;
export type GapSort = Sort<(typeof GAP_SORTS)[number]>;

const STATUSES: readonly Gap["status"][] = ["open", "resolved"];
const GAP_COLUMNS =
	"id, topic, frequency, status, first_seen_at, last_seen_at, resolved_by_article_id, created_at, updated_at";
const EXAMPLES_MAX = 5;
const TICKETS_MAX = 10;

/** What is shown of a gap besides its own columns. */
const EXAMPLES_AND_TICKETS = `array(select q.question
               from gap_questions q
              where q.workspace_id = $1
                and q.gap_id = g.id
              order by q.frequency desc, q.id
              limit ${EXAMPLES_MAX}) as example_queries,
       array(select t.ticket_id
               from gap_tickets t
              where t.workspace_id = $1
                and t.gap_id = g.id
                and (t.created_at, t.question_id) >= all (select same.created_at, same.question_id
                                                            from gap_tickets same
                                                           where same.workspace_id = t.workspace_id
                                                             and same.ticket_id = t.ticket_id
                                                             and same.gap_id = t.gap_id)
                and not exists (select
                                  from deleted_tickets d
                                 where d.workspace_id = t.workspace_id
                                   and d.ticket_id = t.ticket_id)
              order by t.created_at desc, t.ticket_id desc
              limit ${TICKETS_MAX}) as ticket_ids`;

const GAP = rowType(
	{
		id: text,
		topic: text,
		frequency: integer,
		status: oneOf<Gap["status"]>(),
		example_queries: arrayOf(text),
		ticket_ids: arrayOf(text),
		first_seen_at: timestamp,
		last_seen_at: timestamp,
		resolved_by_article_id: nullable(text),
		created_at: timestamp,
		updated_at: timestamp,
	},
	(row): Gap => ({
		id: row.id,
		topic: row.topic,
		frequency: row.frequency,
		status: row.status,
		exampleQueries: row.example_queries,
		ticketIds: row.ticket_ids,
		firstSeenAt: row.first_seen_at,
		lastSeenAt: row.last_seen_at,
		resolvedByArticleId: row.resolved_by_article_id,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}),
);

/** One page, and a row more if there is another page behind it. */
export function selectGapPage(
	workspaceId: string,
	status: string | undefined,
	{ field, direction }: GapSort,
	limit: number,
	position: Position | undefined,
): Query<Gap> {
	const values: Value[] = [workspaceId];
	const parameter = (value: Value) => `$${values.push(value)}`;
	const order = `order by ${field} ${direction}, id ${direction}
 limit ${limit + 1}`;
	let beyond = "";
	if (position) {
		const type = field === "frequency" ? "integer" : "timestamptz";
		beyond = `
   and (${field}, id) ${direction === "desc" ? "<" : ">"} (${parameter(position.value)}::${type}, ${parameter(position.id)})`;
	}
	// Each status is a separate range of the index: for all statuses together, the first of each are enough.
	const statuses = status === undefined ? STATUSES : [status];
	const pages = statuses.map(
		(own) => `(select ${GAP_COLUMNS}
  from gaps
 where workspace_id = $1
   and status = ${parameter(own)}${beyond}
 ${order})`,
	);
	return {
		text: `select ${GAP_COLUMNS},
       ${EXAMPLES_AND_TICKETS}
  from (${pages.join("\n union all\n")}) g
 ${order}`,
		values,
		row: GAP,
	};
}

/** Those of these gaps that have one of the statuses, as a list shows them. */
export function selectGaps(
	workspaceId: string,
	ids: readonly string[],
	statuses: readonly Gap["status"][] = STATUSES,
): Query<Gap> {
	return {
		name: "gaps_get",
		text: `select ${GAP_COLUMNS},
       ${EXAMPLES_AND_TICKETS}
  from gaps g
 where workspace_id = $1
   and id = any($2::text[])
   and status = any($3::text[])
 order by id`,
		values: [workspaceId, ids, statuses],
		row: GAP,
	};
}
