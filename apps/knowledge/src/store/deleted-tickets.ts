import {
	boolean,
	integer,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

export function insertDeletedTicket(
	workspaceId: string,
	ticketId: string,
	deletedAt: string,
): Statement {
	return {
		name: "deleted_ticket_insert",
		text: `insert into deleted_tickets (workspace_id, ticket_id, deleted_at)
values ($1, $2, $3)
    on conflict do nothing`,
		values: [workspaceId, ticketId, deletedAt],
	};
}

// Before any time from which a deleted ticket is purged.
const LONG_AGO = "1970-01-01T00:00:00.000Z";

/** Stores that tickets count as purged: what they alone have asked is to be forgotten. */
export function insertErasedTickets(
	workspaceId: string,
	ticketIds: readonly string[],
): Statement {
	return {
		name: "erased_tickets_insert",
		text: `insert into deleted_tickets (workspace_id, ticket_id, deleted_at)
select $1, ticket_id, $3
  from unnest($2::text[]) as ticket_id
    on conflict (workspace_id, ticket_id)
    do update set deleted_at = excluded.deleted_at`,
		values: [workspaceId, ticketIds, LONG_AGO],
	};
}

/** Removes tickets from the lists of gaps, and their queries that are not counted yet. */
export function forgetQueriesOf(
	workspaceId: string,
	ticketIds: readonly string[],
): Statement {
	return {
		name: "erased_tickets_forget",
		text: `with unnamed as (
  update gap_tickets
     set gap_id = null
   where workspace_id = $1 and ticket_id = any($2::text[]) and gap_id is not null
)
delete from unanswered_queries
 where workspace_id = $1 and ticket_id = any($2::text[])`,
		values: [workspaceId, ticketIds],
	};
}

/** Removes queries of erased tickets that came later, of jobs that had read the tickets before. */
export function forgetLateQueries(workspaceId: string): Statement {
	return {
		name: "erased_tickets_forget_late",
		text: `delete from unanswered_queries q
 where workspace_id = $1
   and ticket_id is not null
   and exists (select
                 from deleted_tickets d
                where d.workspace_id = $1
                  and d.ticket_id = q.ticket_id
                  and d.deleted_at = $2)`,
		values: [workspaceId, LONG_AGO],
	};
}

/** Removes the ticket from the lists of gaps. Readers filter out counts of it that are still in progress. */
export function unnameTicket(workspaceId: string, ticketId: string): Statement {
	return {
		name: "gap_tickets_unname",
		text: `update gap_tickets
   set gap_id = null
 where workspace_id = $1 and ticket_id = $2 and gap_id is not null`,
		values: [workspaceId, ticketId],
	};
}

/** A phrasing on a walk over all of a workspace's. */
export interface PagedPhrasing {
	readonly id: number;
	readonly gapId: string;
	/** Whether only tickets deleted before then have used it. */
	readonly isForgettable: boolean;
}

const PAGED_PHRASING = rowType(
	{ id: integer, gap_id: text, is_forgettable: boolean },
	(row): PagedPhrasing => ({
		id: row.id,
		gapId: row.gap_id,
		isForgettable: row.is_forgettable,
	}),
);

const IS_FORGETTABLE = `q.frequency - q.inherited <= (select count(*)
                                       from gap_tickets t
                                       join deleted_tickets d on d.workspace_id = t.workspace_id and d.ticket_id = t.ticket_id
                                      where t.workspace_id = q.workspace_id
                                        and t.question_id = q.id
                                        and d.deleted_at < $3) as is_forgettable`;

/** The phrasings that tickets have used. */
export function selectPhrasingsOf(
	workspaceId: string,
	ticketIds: readonly string[],
	deletedBefore: Date,
): Query<PagedPhrasing> {
	return {
		name: "gap_phrasings_of_tickets",
		text: `select q.id, q.gap_id,
       ${IS_FORGETTABLE}
  from gap_questions q
 where q.workspace_id = $1
   and q.id in (select question_id
                  from gap_tickets
                 where workspace_id = $1
                   and ticket_id = any($2::text[]))
 order by q.id`,
		values: [workspaceId, ticketIds, deletedBefore.toISOString()],
		row: PAGED_PHRASING,
	};
}

export function selectPhrasingPage(
	workspaceId: string,
	afterId: number,
	deletedBefore: Date,
	rowsMax: number,
): Query<PagedPhrasing> {
	return {
		name: "gap_phrasings_page",
		text: `select q.id, q.gap_id,
       ${IS_FORGETTABLE}
  from gap_questions q
 where q.workspace_id = $1 and q.id > $2
 order by q.id
 limit $4`,
		values: [workspaceId, afterId, deletedBefore.toISOString(), rowsMax],
		row: PAGED_PHRASING,
	};
}

/**
 * Removes phrasings. Their frequency is added to the most frequent phrasing left in their gap, which becomes the gap's
 * topic if one of them was.
 */
export function forgetPhrasings(
	workspaceId: string,
	ids: readonly number[],
	now: Date,
): Statement[] {
	return [
		{
			name: "gap_phrasings_inherit",
			text: `with gone as (
  select gap_id, sum(frequency)::int as count
    from gap_questions
   where workspace_id = $1 and id = any($2::bigint[])
   group by gap_id
), heirs as materialized (
  select gone.count,
         (select id
            from gap_questions
           where workspace_id = $1
             and gap_id = gone.gap_id
             and id <> all($2::bigint[])
           order by frequency desc, id
           limit 1) as id
    from gone
)
update gap_questions q
   set frequency = q.frequency + heirs.count,
       inherited = q.inherited + heirs.count
  from heirs
 where q.workspace_id = $1 and q.id = heirs.id`,
			values: [workspaceId, ids],
		},
		{
			name: "gap_topics_forget",
			text: `update gaps g
   set topic = heir.question,
       updated_at = greatest(g.updated_at, $3)
  from gap_questions gone
 cross join lateral (select question
                       from gap_questions
                      where workspace_id = $1
                        and gap_id = gone.gap_id
                        and id <> all($2::bigint[])
                      order by frequency desc, id
                      limit 1) heir
 where gone.workspace_id = $1
   and gone.id = any($2::bigint[])
   and g.workspace_id = $1
   and g.id = gone.gap_id
   and g.topic = gone.question`,
			values: [workspaceId, ids, now.toISOString()],
		},
		{
			name: "gap_phrasings_delete",
			text: `delete from gap_questions
 where workspace_id = $1 and id = any($2::bigint[])`,
			values: [workspaceId, ids],
		},
	];
}

/** A deleted ticket on a walk over a workspace's, in the order in which they were deleted. */
export interface DeletedTicket {
	readonly ticketId: string;
	readonly deletedAt: string;
}

const DELETED_TICKET = rowType(
	{ ticket_id: text, deleted_at: timestamp },
	({ ticket_id, deleted_at }): DeletedTicket => ({
		ticketId: ticket_id,
		deletedAt: deleted_at,
	}),
);

/** Those deleted before then; from the earliest on without a last one. */
export function selectDeletedTicketPage(
	workspaceId: string,
	after: DeletedTicket | undefined,
	deletedBefore: Date,
	rowsMax: number,
): Query<DeletedTicket> {
	return {
		name: "deleted_tickets_page",
		text: `select ticket_id, deleted_at
  from deleted_tickets
 where workspace_id = $1
   and (deleted_at, ticket_id) > ($2, $3)
   and deleted_at < $4
 order by deleted_at, ticket_id
 limit $5`,
		values: [
			workspaceId,
			after?.deletedAt ?? "-infinity",
			after?.ticketId ?? "",
			deletedBefore.toISOString(),
			rowsMax,
		],
		row: DELETED_TICKET,
	};
}

/** Forgets those of these deleted tickets that no gap's count rests on any more. */
export function purgeDeletedTickets(
	workspaceId: string,
	ticketIds: readonly string[],
): Statement {
	return {
		name: "deleted_tickets_purge",
		text: `with gone as (
  delete from deleted_tickets d
   where d.workspace_id = $1
     and d.ticket_id = any($2::text[])
     and not exists (select
                       from gap_tickets t
                      where t.workspace_id = $1 and t.ticket_id = d.ticket_id)
  returning d.ticket_id), forgotten as (
  delete from unanswered_queries
   where workspace_id = $1
     and ticket_id in (select ticket_id from gone))
delete from ticket_retrievals
 where workspace_id = $1
   and ticket_id in (select ticket_id from gone)`,
		values: [workspaceId, ticketIds],
	};
}
