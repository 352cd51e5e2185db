import { text as columnText, rowType } from "@supportdesk/pg/row-type.ts";
import { brokenConstraint } from "@supportdesk/pg/sqlstate.ts";
import type { Db, Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Conversation, Signals, Ticket } from "../domain/ticket.ts";
import {
	CONVERSATION,
	CONVERSATION_COLUMNS,
	TICKET_JOINS,
} from "./ticket-rows.ts";

/** The statement that finds one ticket; deleted ones are not there. */
export function selectTicket(
	workspaceId: string,
	id: string,
): Query<Conversation> {
	return {
		name: "ticket_get",
		text: `select ${CONVERSATION_COLUMNS}
  from tickets t
  ${TICKET_JOINS}
 where t.workspace_id = $1
   and t.id = $2
   and t.deleted_at is null`,
		values: [workspaceId, id],
		row: CONVERSATION,
	};
}

/** The same, locked against other writers until the transaction ends. */
export function selectTicketForUpdate(
	workspaceId: string,
	id: string,
): Query<Conversation> {
	return {
		name: "ticket_lock",
		// Locked before it is joined: a row that has waited for another writer comes as that writer left it, but what it
		// was joined with would still be what it pointed at before.
		text: `with locked as materialized (
  select *
    from tickets
   where workspace_id = $1
     and id = $2
     and deleted_at is null
     for no key update
)
select ${CONVERSATION_COLUMNS}
  from locked t
  ${TICKET_JOINS}`,
		values: [workspaceId, id],
		row: CONVERSATION,
	};
}

/** The same of a deleted ticket, if it was deleted after this time. */
export function selectDeletedTicketForUpdate(
	workspaceId: string,
	id: string,
	deletedAfter: Date,
): Query<Conversation> {
	return {
		name: "ticket_lock_deleted",
		text: `with locked as materialized (
  select *
    from tickets
   where workspace_id = $1
     and id = $2
     and deleted_at > $3
     for no key update
)
select ${CONVERSATION_COLUMNS}
  from locked t
  ${TICKET_JOINS}`,
		values: [workspaceId, id, deletedAfter.toISOString()],
		row: CONVERSATION,
	};
}

/** Takes the mark of `deleteTicket` away, and puts the ticket back into the lists of its tags. */
export function restoreTicket(
	workspaceId: string,
	id: string,
	updatedAt: string,
): Statement {
	return {
		name: "ticket_restore",
		text: `with restored as (
  update tickets
     set deleted_at = null,
         updated_at = $3
   where workspace_id = $1
     and id = $2
  returning created_at, tags, merged_into
)
insert into ticket_tags (workspace_id, tag, created_at, ticket_id)
select $1, tag, created_at, $2
  from restored, unnest(tags) as tag
 where merged_into is null
    on conflict do nothing`,
		values: [workspaceId, id, updatedAt],
	};
}

export async function lockTicket(
	db: Db,
	workspaceId: string,
	id: string,
): Promise<Conversation | undefined> {
	const { rows } = await db.query(selectTicketForUpdate(workspaceId, id));
	return rows[0];
}

/** The ticket that another system knows by this name. */
export function selectIdByExternalId(
	workspaceId: string,
	externalId: string | undefined,
): Query<string> {
	return {
		name: "ticket_by_external_id",
		text: `select id
  from tickets
 where workspace_id = $1
   and external_id = $2
   and deleted_at is null`,
		values: [workspaceId, externalId],
		row: rowType({ id: columnText }, ({ id }) => id),
	};
}

/** Whether a statement failed because another ticket has the name. */
export function breaksExternalId(err: unknown): boolean {
	return brokenConstraint(err) === "tickets_external_id";
}

/** Writes what a PATCH may have changed. */
export function saveTicket(workspaceId: string, ticket: Ticket): Statement {
	return {
		name: "ticket_save",
		text: `update tickets
   set subject = $3,
       status = $4,
       priority = $5,
       assignee_id = $6,
       group_id = $7,
       custom_attributes = $8,
       updated_at = $9,
       resolved_at = $10,
       external_id = $11,
       participants = $12
 where workspace_id = $1
   and id = $2`,
		values: [
			workspaceId,
			ticket.id,
			ticket.subject,
			ticket.status,
			ticket.priority,
			ticket.assignee?.id,
			ticket.group?.id,
			ticket.customAttributesJson,
			ticket.updatedAt,
			ticket.resolvedAt,
			ticket.externalId,
			JSON.stringify(ticket.participants),
		],
	};
}

export function saveParticipants(
	workspaceId: string,
	id: string,
	participants: Ticket["participants"],
): Statement {
	return {
		name: "ticket_save_participants",
		text: `update tickets
   set participants = $3
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id, JSON.stringify(participants)],
	};
}

/** The ticket waits for the customer. */
export function savePending(workspaceId: string, id: string): Statement {
	return {
		name: "ticket_save_pending",
		text: `update tickets
   set status = 'pending'
 where workspace_id = $1
   and id = $2
   and status = 'open'`,
		values: [workspaceId, id],
	};
}

/** Refined signals. `updated_at` stays: no user changed the ticket. */
export function saveSignals(
	workspaceId: string,
	id: string,
	signals: Signals,
): Statement {
	return {
		name: "ticket_save_signals",
		text: `update tickets
   set ai_intent = $3,
       ai_urgency = $4,
       ai_sentiment = $5,
       ai_confidence = $6
 where workspace_id = $1
   and id = $2`,
		values: [
			workspaceId,
			id,
			signals.intent,
			signals.urgency,
			signals.sentiment,
			signals.confidence,
		],
	};
}

/** Marks the ticket as deleted and takes it out of the tag lists. The row itself stays until it is purged. */
export function deleteTicket(
	workspaceId: string,
	id: string,
	now: Date,
): Statement {
	return {
		name: "ticket_delete",
		text: `with untagged as (
  delete from ticket_tags
   where workspace_id = $1
     and ticket_id = $2
)
update tickets
   set deleted_at = $3,
       updated_at = $3
 where workspace_id = $1
   and id = $2
   and deleted_at is null`,
		values: [workspaceId, id, now.toISOString()],
	};
}
