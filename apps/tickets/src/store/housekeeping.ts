import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Ticket } from "../domain/ticket.ts";
import { TICKET, TICKET_COLUMNS, TICKET_JOINS } from "./ticket-rows.ts";

// The rows to change are an array, which PostgreSQL takes for a few: joined with a subquery of unknown length, they are
// found by reading all tickets of the workspace.

/** Tickets that were resolved and not changed since, locked until the transaction ends. */
export function selectUntouchedForUpdate(
	workspaceId: string,
	untouchedSince: Date,
	rowsMax: number,
): Query<Ticket> {
	return {
		name: "tickets_untouched",
		text: `with locked as materialized (
  select *
    from tickets
   where workspace_id = $1
     and status = 'resolved'
     and deleted_at is null
     and merged_into is null
     and updated_at < $2
   limit $3
     for no key update skip locked
)
select ${TICKET_COLUMNS}
  from locked t
  ${TICKET_JOINS}`,
		values: [workspaceId, untouchedSince.toISOString(), rowsMax],
		row: TICKET,
	};
}

export function archiveTickets(
	workspaceId: string,
	ids: readonly string[],
	now: Date,
): Statement {
	return {
		name: "tickets_archive",
		text: `update tickets
   set status = 'archived',
       updated_at = $3
 where workspace_id = $1
   and id = any($2)`,
		values: [workspaceId, ids, now.toISOString()],
	};
}

/** What hangs on the tickets goes with them, by the foreign keys. */
export function purgeDeletedTickets(
	workspaceId: string,
	deletedBefore: Date,
	rowsMax: number,
): Statement {
	return {
		name: "tickets_purge",
		text: `delete from tickets
 where workspace_id = $1
   and id = any(array(select id
                        from tickets
                       where workspace_id = $1
                         and deleted_at < $2
                       order by deleted_at
                       limit $3
                         for update skip locked))`,
		values: [workspaceId, deletedBefore.toISOString(), rowsMax],
	};
}

/** Mails whose message is gone with its ticket, or that became none, and that nobody can want any more. */
export function purgeMails(
	workspaceId: string,
	receivedBefore: Date,
	rowsMax: number,
): Statement {
	return {
		name: "mails_purge",
		text: `delete from mails
 where workspace_id = $1
   and id = any(array(select m.id
                        from mails m
                       where m.workspace_id = $1
                         and m.received_at < $2
                         and (m.state in ('dropped', 'bounce')
                           or m.state = 'message'
                              and not exists (select
                                                from messages
                                               where messages.workspace_id = m.workspace_id
                                                 and messages.id = m.message_id))
                       limit $3
                         for update skip locked))`,
		values: [workspaceId, receivedBefore.toISOString(), rowsMax],
	};
}

/** Automatic answers that no longer keep another one back. */
export function purgeAutoReplies(
	workspaceId: string,
	sentBefore: Date,
	rowsMax: number,
): Statement {
	return {
		name: "auto_replies_purge",
		text: `delete from auto_replies
 where workspace_id = $1
   and address_key = any(array(select address_key
                                 from auto_replies
                                where workspace_id = $1
                                  and sent_at < $2
                                limit $3
                                  for update skip locked))`,
		values: [workspaceId, sentBefore.toISOString(), rowsMax],
	};
}
