import type { Statement } from "@supportdesk/pg/statement.ts";

export interface KnownQuestionRow {
	id: number;
	gap_id: string;
	question: string;
	question_key: string;
	frequency: number;
	encoder: string | null;
	vector: Buffer | null;
}

const QUESTION_COLUMNS =
	"id, gap_id, question, question_key, frequency, encoder, vector";

export interface GapSummaryRow {
	id: string;
	topic: string;
	status: "open" | "resolved";
	resolved_by_article_id: string | null;
}

/** Whoever counts or regroups a workspace's gaps waits for whoever does so already: no miss is counted past another. */
export function lockGaps(workspaceId: string): Statement {
	return {
		name: "gaps_lock",
		text: "select pg_advisory_xact_lock(hashtextextended('gaps ' || $1, 0))",
		values: [workspaceId],
	};
}

/** The wordings asked last: their ids, their gaps and their encoders, each list in one text, and the last id regrouped. */
export interface RecentRow {
	ids: string;
	gap_ids: string;
	encoders: string;
	regrouped_id: number;
}

export function selectRecentQuestions(
	workspaceId: string,
	limit: number,
): Statement {
	return {
		name: "gap_questions_recent",
		text: `select coalesce(string_agg(id::text, ' '), '') as ids,
       coalesce(string_agg(gap_id, ' '), '') as gap_ids,
       coalesce(string_agg(coalesce(encoder, ''), ' '), '') as encoders,
       coalesce((select last_question_id from gap_regroups where workspace_id = $1), 0) as regrouped_id
  from (select id, gap_id, encoder
          from gap_questions
         where workspace_id = $1
         order by last_seen_at desc
         limit $2) recent`,
		values: [workspaceId, limit],
	};
}

export function selectQuestions(
	workspaceId: string,
	ids: readonly number[],
): Statement {
	return {
		name: "gap_questions_of",
		text: `select ${QUESTION_COLUMNS}
  from gap_questions
 where workspace_id = $1 and id = any($2::bigint[])`,
		values: [workspaceId, ids],
	};
}

export function selectQuestion(workspaceId: string, key: string): Statement {
	return {
		name: "gap_question_get",
		text: `select ${QUESTION_COLUMNS}
  from gap_questions
 where workspace_id = $1 and question_key = $2`,
		values: [workspaceId, key],
	};
}

/**
 * Counts misses in wordings that are known with their meaning, and answers which those are. A resolved gap that misses
 * again is open again.
 */
export function countKnownQuestions(
	workspaceId: string,
	counts: ReadonlyMap<string, number>,
	now: Date,
): Statement {
	return {
		name: "gap_questions_count",
		text: `with asked as (
  update gap_questions q
     set frequency = q.frequency + a.count,
         last_seen_at = greatest(q.last_seen_at, $4)
    from unnest($2::text[], $3::int[]) as a (key, count)
   where q.workspace_id = $1 and q.question_key = a.key and q.vector is not null
  returning q.gap_id, q.question_key, a.count
), counted as (
  update gaps g
     set frequency = g.frequency + own.count,
         status = 'open',
         resolved_by_article_id = null,
         last_seen_at = greatest(g.last_seen_at, $4),
         updated_at = greatest(g.updated_at, $4)
    from (select gap_id, sum(count)::int as count from asked group by gap_id) own
   where g.workspace_id = $1 and g.id = own.gap_id
)
select question_key from asked`,
		values: [
			workspaceId,
			[...counts.keys()],
			[...counts.values()],
			now.toISOString(),
		],
	};
}

/** A new gap; its first miss makes its frequency 1. */
export function insertGap(
	workspaceId: string,
	id: string,
	topic: string,
	frequency: number,
	now: Date,
): Statement {
	return {
		name: "gap_insert",
		text: `insert into gaps (workspace_id, id, topic, frequency, status, first_seen_at, last_seen_at, created_at, updated_at)
values ($1, $2, $3, $4, 'open', $5, $5, $5, $5)`,
		values: [workspaceId, id, topic, frequency, now.toISOString()],
	};
}

/** Counts a miss. A resolved gap that misses again is open again. */
export function countGap(
	workspaceId: string,
	id: string,
	now: Date,
): Statement {
	return {
		name: "gap_count",
		text: `update gaps
   set frequency = frequency + 1,
       status = 'open',
       resolved_by_article_id = null,
       last_seen_at = greatest(last_seen_at, $3),
       updated_at = greatest(updated_at, $3)
 where workspace_id = $1 and id = $2`,
		values: [workspaceId, id, now.toISOString()],
	};
}

/** Counts one more asking of a wording, a new one if need be, and answers its id. */
export function countQuestion(
	workspaceId: string,
	gapId: string,
	question: {
		readonly text: string;
		readonly key: string;
		readonly encoder: string | undefined;
		readonly vector: Int8Array | undefined;
	},
	now: Date,
): Statement {
	return {
		name: "gap_question_count",
		text: `insert into gap_questions as q
       (workspace_id, gap_id, question, question_key, encoder, vector, frequency, last_seen_at)
values ($1, $2, $3, $4, $5, $6, 1, $7)
    on conflict (workspace_id, question_key)
    do update set frequency = q.frequency + 1,
                  last_seen_at = greatest(q.last_seen_at, excluded.last_seen_at),
                  encoder = coalesce(q.encoder, excluded.encoder),
                  vector = coalesce(q.vector, excluded.vector)
returning id`,
		values: [
			workspaceId,
			gapId,
			question.text,
			question.key,
			question.encoder,
			question.vector && Buffer.from(question.vector),
			now.toISOString(),
		],
	};
}

/** Whether the gap was counted for the ticket before, under whatever wording. */
export function selectTicketOfGap(
	workspaceId: string,
	gapId: string,
	ticketId: string,
): Statement {
	return {
		name: "gap_ticket_get",
		text: `select t.ticket_id
  from gap_tickets t
  join gap_questions q on q.workspace_id = t.workspace_id and q.id = t.question_id
 where t.workspace_id = $1 and q.gap_id = $2 and t.ticket_id = $3`,
		values: [workspaceId, gapId, ticketId],
	};
}

export function insertGapTicket(
	workspaceId: string,
	ticketId: string,
	questionId: number,
	now: Date,
): Statement {
	return {
		name: "gap_ticket_insert",
		text: `insert into gap_tickets (workspace_id, ticket_id, question_id, created_at)
values ($1, $2, $3, $4)
    on conflict do nothing`,
		values: [workspaceId, ticketId, questionId, now.toISOString()],
	};
}

/** Gaps after an id, for a walk over all of them. */
export function selectGapsAfter(
	workspaceId: string,
	id: string,
	limit: number,
): Statement {
	return {
		name: "gaps_after",
		text: `select id, topic, status, resolved_by_article_id
  from gaps
 where workspace_id = $1 and id > $2
 order by id
 limit $3`,
		values: [workspaceId, id, limit],
	};
}

/** Answers the gap's id when it was open and nobody has asked it again since it was read. */
export function resolveGap(
	workspaceId: string,
	id: string,
	articleId: string,
	now: Date,
): Statement {
	return {
		name: "gap_resolve",
		text: `update gaps
   set status = 'resolved',
       resolved_by_article_id = $3,
       updated_at = greatest(updated_at, $4)
 where workspace_id = $1 and id = $2 and status = 'open'
returning id`,
		values: [workspaceId, id, articleId, now.toISOString()],
	};
}

export function reopenGap(
	workspaceId: string,
	id: string,
	now: Date,
): Statement {
	return {
		name: "gap_reopen",
		text: `update gaps
   set status = 'open',
       resolved_by_article_id = null,
       updated_at = greatest(updated_at, $3)
 where workspace_id = $1 and id = $2 and status = 'resolved'`,
		values: [workspaceId, id, now.toISOString()],
	};
}

export function selectTicketsOfGap(
	workspaceId: string,
	gapId: string,
): Statement {
	return {
		name: "gap_tickets_of",
		text: `select distinct t.ticket_id
  from gap_tickets t
  join gap_questions q on q.workspace_id = t.workspace_id and q.id = t.question_id
 where t.workspace_id = $1 and q.gap_id = $2
 order by t.ticket_id`,
		values: [workspaceId, gapId],
	};
}
