import { nullable, oneOf, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Gap } from "../domain/gap.ts";
import type { CountedGap, CountedTicket } from "../domain/gaps/plan-counts.ts";

export type GapSummary = Pick<
	Gap,
	"id" | "topic" | "status" | "resolvedByArticleId"
>;

const GAP_SUMMARY = rowType(
	{
		id: text,
		topic: text,
		status: oneOf<Gap["status"]>(),
		resolved_by_article_id: nullable(text),
	},
	({ id, topic, status, resolved_by_article_id }): GapSummary => ({
		id,
		topic,
		status,
		resolvedByArticleId: resolved_by_article_id,
	}),
);
const TICKET_ID = rowType({ ticket_id: text }, ({ ticket_id }) => ticket_id);

/** Locks a workspace's gaps, so that only one transaction counts or reclusters them at a time. */
export function lockGaps(workspaceId: string): Statement {
	return {
		name: "gaps_lock",
		text: "select pg_advisory_xact_lock(hashtextextended('gaps ' || $1, 0))",
		values: [workspaceId],
	};
}

type WithId<T> = T & { readonly id: string };

/** New gaps, with their frequencies. */
export function insertGaps(
	workspaceId: string,
	gaps: readonly WithId<CountedGap>[],
	now: Date,
): Statement {
	return {
		name: "gaps_insert",
		text: `insert into gaps (workspace_id, id, topic, frequency, status, first_seen_at, last_seen_at, created_at, updated_at)
select $1, a.id, a.topic, a.count, 'open', a.first_seen_at, a.last_seen_at, $7, $7
  from unnest($2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::timestamptz[])
       as a (id, topic, count, first_seen_at, last_seen_at)`,
		values: [
			workspaceId,
			gaps.map(({ id }) => id),
			gaps.map(({ topic }) => topic ?? null),
			gaps.map(({ count }) => count),
			gaps.map(({ firstSeenAt }) => firstSeenAt.toISOString()),
			gaps.map(({ lastSeenAt }) => lastSeenAt.toISOString()),
			now.toISOString(),
		],
	};
}

/** Counts unanswered queries. A resolved gap that one belongs to is open again. */
export function countGaps(
	workspaceId: string,
	gaps: readonly WithId<CountedGap>[],
	now: Date,
): Statement {
	return {
		name: "gaps_count",
		text: `update gaps g
   set frequency = g.frequency + a.count,
       status = 'open',
       resolved_by_article_id = null,
       last_seen_at = greatest(g.last_seen_at, a.last_seen_at),
       updated_at = greatest(g.updated_at, $5)
  from unnest($2::text[], $3::int[], $4::timestamptz[]) as a (id, count, last_seen_at)
 where g.workspace_id = $1 and g.id = a.id`,
		values: [
			workspaceId,
			gaps.map(({ id }) => id),
			gaps.map(({ count }) => count),
			gaps.map(({ lastSeenAt }) => lastSeenAt.toISOString()),
			now.toISOString(),
		],
	};
}

/** Stores which tickets used which phrasings. */
export function insertGapTickets(
	workspaceId: string,
	tickets: readonly CountedTicket[],
): Statement {
	return {
		name: "gap_tickets_insert",
		text: `insert into gap_tickets (workspace_id, ticket_id, question_id, created_at)
select $1, a.ticket_id, q.id, a.searched_at
  from unnest($2::text[], $3::text[], $4::timestamptz[]) as a (ticket_id, key, searched_at)
  join gap_questions q on q.workspace_id = $1 and q.question_key = a.key
    on conflict do nothing`,
		values: [
			workspaceId,
			tickets.map(({ ticketId }) => ticketId),
			tickets.map(({ key }) => key),
			tickets.map(({ searchedAt }) => searchedAt.toISOString()),
		],
	};
}

/** Gaps after an id, for a walk over all of them. */
export function selectGapsAfter(
	workspaceId: string,
	id: string,
	limit: number,
): Query<GapSummary> {
	return {
		name: "gaps_after",
		text: `select id, topic, status, resolved_by_article_id
  from gaps
 where workspace_id = $1 and id > $2
 order by id
 limit $3`,
		values: [workspaceId, id, limit],
		row: GAP_SUMMARY,
	};
}

/** Changes nothing if another article than the one before, if any, has resolved the gap meanwhile. */
export function resolveGap(
	workspaceId: string,
	id: string,
	articleId: string,
	articleIdBefore: string | null,
	now: Date,
): Statement {
	return {
		name: "gap_resolve",
		text: `update gaps
   set status = 'resolved',
       resolved_by_article_id = $3,
       updated_at = greatest(updated_at, $4)
 where workspace_id = $1
   and id = $2
   and resolved_by_article_id is not distinct from $5`,
		values: [workspaceId, id, articleId, now.toISOString(), articleIdBefore],
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

/**
 * Reopens resolved gaps with tickets that searched again without an answer. An article that was already published at the
 * time of the search keeps its gap resolved: then only the phrasing of this ticket has no answer.
 */
export function reopenGapsSearchedAgain(
	workspaceId: string,
	ids: readonly string[],
	searchedAt: Date,
	now: Date,
): Statement {
	return {
		name: "gaps_reopen_asked_again",
		text: `update gaps g
   set status = 'open',
       resolved_by_article_id = null,
       updated_at = greatest(updated_at, $4)
 where workspace_id = $1
   and id = any($2::text[])
   and status = 'resolved'
   and not exists (
         select
           from articles
          where workspace_id = $1
            and id = g.resolved_by_article_id
            and status = 'published'
            and deleted_at is null
            and updated_at < $3)`,
		values: [workspaceId, ids, searchedAt.toISOString(), now.toISOString()],
	};
}

/** The tickets it was counted for that are not deleted. */
export function selectTicketsOfGap(
	workspaceId: string,
	gapId: string,
): Query<string> {
	return {
		name: "gap_tickets_of",
		text: `select distinct ticket_id
  from gap_tickets
 where workspace_id = $1 and gap_id = $2
 order by ticket_id`,
		values: [workspaceId, gapId],
		row: TICKET_ID,
	};
}
