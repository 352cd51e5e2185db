import {
	boolean,
	bytes,
	nullable,
	rowType,
	text,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { KnownPhrasing } from "../domain/gaps/known-phrasings.ts";
import type { CountedPhrasing } from "../domain/gaps/plan-counts.ts";
import { bytesText, directionFrom } from "./gap-vectors.ts";

/** A phrasing that a new one is compared with. */
export interface RecentPhrasing extends KnownPhrasing {
	/** Whether it came since the gaps were clustered. */
	readonly isNew: boolean;
}

const RECENT = rowType(
	{
		gap_id: text,
		question_key: text,
		encoder: nullable(text),
		vector: nullable(bytes),
		is_new: boolean,
	},
	(row): RecentPhrasing => ({
		gapId: row.gap_id,
		key: row.question_key,
		encoder: row.encoder ?? undefined,
		direction: row.vector ? directionFrom(row.vector) : undefined,
		isNew: row.is_new,
	}),
);

/** The latest phrasings. */
export function selectRecentPhrasings(
	workspaceId: string,
	limit: number,
): Query<RecentPhrasing> {
	return {
		name: "gap_phrasings_recent",
		text: `select q.gap_id, q.question_key, q.encoder, q.vector,
       q.id > coalesce(r.last_question_id, 0) as is_new
  from gap_questions q
  left join gap_regroups r on r.workspace_id = q.workspace_id
 where q.workspace_id = $1
 order by q.last_seen_at desc
 limit $2`,
		values: [workspaceId, limit],
		row: RECENT,
	};
}

/**
 * Increments the clustering's version after phrasings are removed. Processes of an earlier version cache them until then.
 */
export function touchRecluster(workspaceId: string): Statement {
	return {
		name: "gap_recluster_touch",
		text: `insert into gap_regroups as r (workspace_id, last_question_id)
values ($1, 0)
    on conflict (workspace_id)
    do update set last_question_id = r.last_question_id`,
		values: [workspaceId],
	};
}

const GAP_OF_PHRASING = rowType(
	{ question_key: text, gap_id: text },
	({ question_key: key, gap_id: gapId }) => ({ key, gapId }),
);

/** The gaps of known phrasings. */
export function selectGapsOfPhrasings(
	workspaceId: string,
	keys: readonly string[],
): Query<{ readonly key: string; readonly gapId: string }> {
	return {
		name: "gap_phrasings_same",
		text: `select question_key, gap_id
  from gap_questions
 where workspace_id = $1 and question_key = any($2::text[])`,
		values: [workspaceId, keys],
		row: GAP_OF_PHRASING,
	};
}

const GAP_OF_TICKET = rowType(
	{ ticket_id: text, gap_id: text },
	({ ticket_id: ticketId, gap_id: gapId }) => ({ ticketId, gapId }),
);

/** The gaps that tickets were counted for, in any phrasing. */
export function selectGapsOfTickets(
	workspaceId: string,
	ticketIds: readonly string[],
): Query<{ readonly ticketId: string; readonly gapId: string }> {
	return {
		name: "gap_tickets_get",
		text: `select t.ticket_id, q.gap_id
  from gap_tickets t
  join gap_questions q on q.workspace_id = t.workspace_id and q.id = t.question_id
 where t.workspace_id = $1 and t.ticket_id = any($2::text[])`,
		values: [workspaceId, ticketIds],
		row: GAP_OF_TICKET,
	};
}

/** Adds to the frequencies of phrasings, new ones or known ones. */
export function countPhrasings(
	workspaceId: string,
	phrasings: readonly CountedPhrasing[],
): Statement {
	return {
		name: "gap_phrasings_count",
		text: `insert into gap_questions as q
       (workspace_id, gap_id, question, question_key, encoder, vector, frequency, last_seen_at)
select $1, a.gap_id, a.question, a.key, a.encoder, a.vector::bytea, a.count, a.last_seen_at
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::timestamptz[])
       as a (gap_id, question, key, encoder, vector, count, last_seen_at)
    on conflict (workspace_id, question_key)
    do update set frequency = q.frequency + excluded.frequency,
                  last_seen_at = greatest(q.last_seen_at, excluded.last_seen_at),
                  encoder = coalesce(q.encoder, excluded.encoder),
                  vector = coalesce(q.vector, excluded.vector)`,
		values: [
			workspaceId,
			phrasings.map(({ gapId }) => gapId),
			phrasings.map(({ query }) => query.text),
			phrasings.map(({ query }) => query.key),
			phrasings.map(({ query }) => query.embedding?.encoder ?? null),
			phrasings.map(({ query }) =>
				bytesText(query.embedding?.direction.vector),
			),
			phrasings.map(({ count }) => count),
			phrasings.map(({ lastSeenAt }) => lastSeenAt.toISOString()),
		],
	};
}
