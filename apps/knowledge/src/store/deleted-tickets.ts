import type { Statement } from "@supportdesk/pg/statement.ts";

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

/** Wordings that nobody but tickets deleted before then has used. */
export function selectForgettableWordings(
	workspaceId: string,
	deletedBefore: Date,
	rowsMax: number,
): Statement {
	return {
		name: "gap_wordings_forgettable",
		text: `select q.id
  from deleted_tickets d
  join gap_tickets t on t.workspace_id = d.workspace_id and t.ticket_id = d.ticket_id
  join gap_questions q on q.workspace_id = t.workspace_id and q.id = t.question_id
 where d.workspace_id = $1
   and d.deleted_at < $2
 group by q.workspace_id, q.id
having q.frequency - q.inherited <= count(*)
 limit $3`,
		values: [workspaceId, deletedBefore.toISOString(), rowsMax],
	};
}

/**
 * Removes wordings. How often they were asked counts for the one that is asked most of those left in their gap, which
 * stands for the gap from now on where one of them did.
 */
export function forgetWordings(
	workspaceId: string,
	ids: readonly number[],
	now: Date,
): Statement[] {
	return [
		{
			name: "gap_wordings_inherit",
			text: `update gap_questions heir
   set frequency = heir.frequency + gone.count,
       inherited = heir.inherited + gone.count
  from (select gap_id, sum(frequency)::int as count
          from gap_questions
         where workspace_id = $1 and id = any($2::bigint[])
         group by gap_id) gone
 where heir.workspace_id = $1
   and heir.id = (select id
                    from gap_questions
                   where workspace_id = $1
                     and gap_id = gone.gap_id
                     and id <> all($2::bigint[])
                   order by frequency desc, id
                   limit 1)`,
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
			name: "gap_wordings_delete",
			text: `delete from gap_questions
 where workspace_id = $1 and id = any($2::bigint[])`,
			values: [workspaceId, ids],
		},
	];
}

/** Of tickets deleted before then, what no gap's count rests on any more. */
export function purgeDeletedTickets(
	workspaceId: string,
	deletedBefore: Date,
	rowsMax: number,
): Statement {
	return {
		name: "deleted_tickets_purge",
		text: `with gone as (
  delete from deleted_tickets
   where workspace_id = $1
     and ticket_id in (select d.ticket_id
                         from deleted_tickets d
                        where d.workspace_id = $1
                          and d.deleted_at < $2
                          and not exists (select
                                            from gap_tickets t
                                           where t.workspace_id = $1 and t.ticket_id = d.ticket_id)
                        limit $3)
  returning ticket_id), forgotten as (
  delete from ticket_retrievals
   where workspace_id = $1
     and ticket_id in (select ticket_id from gone))
select ticket_id from gone`,
		values: [workspaceId, deletedBefore.toISOString(), rowsMax],
	};
}
