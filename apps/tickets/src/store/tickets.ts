import type { Db, Statement } from "@supportdesk/pg/statement.ts";
import type {
	Channel,
	Priority,
	Signals,
	Ticket,
	TicketStatus,
} from "../domain/ticket.ts";

/** A ticket as PostgreSQL answers it. */
export interface TicketRow {
	id: string;
	subject: string;
	status: TicketStatus;
	priority: Priority;
	channel: Channel;
	contact_id: string;
	contact_name: string;
	contact_email: string;
	contact_avatar_url: string | null;
	assignee_id: string | null;
	assignee_name: string;
	assignee_email: string;
	group_id: string | null;
	group_name: string;
	tags: string[];
	ai_intent: string;
	ai_urgency: string;
	ai_sentiment: string;
	ai_confidence: number;
	ready_draft_id: string | null;
	suggested_articles: string;
	custom_attributes: string;
	message_count: number;
	last_message_at: string;
	waiting_since: string | null;
	created_at: string;
	updated_at: string;
	resolved_at: string | null;
}

/** The columns of a TicketRow, from `tickets t` and the joins below. */
export const TICKET_COLUMNS = `t.id, t.subject, t.status, t.priority, t.channel,
       t.contact_id, c.name as contact_name, c.email as contact_email, c.avatar_url as contact_avatar_url,
       t.assignee_id, a.name as assignee_name, a.email as assignee_email,
       t.group_id, g.name as group_name,
       t.tags, t.ai_intent, t.ai_urgency, t.ai_sentiment, t.ai_confidence,
       t.ready_draft_id, t.suggested_articles, t.custom_attributes,
       t.message_count, t.last_message_at, t.waiting_since, t.created_at, t.updated_at, t.resolved_at`;

export const TICKET_JOINS = `join contacts c on c.workspace_id = t.workspace_id and c.id = t.contact_id
  left join agents a on a.workspace_id = t.workspace_id and a.id = t.assignee_id
  left join groups g on g.workspace_id = t.workspace_id and g.id = t.group_id`;

export function ticketFromRow(row: TicketRow): Ticket {
	return {
		id: row.id,
		subject: row.subject,
		status: row.status,
		priority: row.priority,
		channel: row.channel,
		contact: {
			id: row.contact_id,
			name: row.contact_name,
			email: row.contact_email,
			avatarUrl: row.contact_avatar_url,
		},
		assignee: row.assignee_id
			? {
					id: row.assignee_id,
					name: row.assignee_name,
					email: row.assignee_email,
				}
			: null,
		group: row.group_id ? { id: row.group_id, name: row.group_name } : null,
		tags: row.tags,
		signals: {
			intent: row.ai_intent,
			urgency: row.ai_urgency,
			sentiment: row.ai_sentiment,
			confidence: row.ai_confidence,
		},
		readyDraftId: row.ready_draft_id,
		suggestedArticlesJson: row.suggested_articles,
		customAttributesJson: row.custom_attributes,
		messageCount: row.message_count,
		lastMessageAt: row.last_message_at,
		waitingSince: row.waiting_since,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		resolvedAt: row.resolved_at,
	};
}

/** The statement that finds one ticket; deleted ones are not there. */
export function selectTicket(workspaceId: string, id: string): Statement {
	return {
		name: "ticket_get",
		text: `select ${TICKET_COLUMNS}
  from tickets t
  ${TICKET_JOINS}
 where t.workspace_id = $1
   and t.id = $2
   and t.deleted_at is null`,
		values: [workspaceId, id],
	};
}

/** The same, locked against other writers until the transaction ends. */
export function selectTicketForUpdate(
	workspaceId: string,
	id: string,
): Statement {
	const { text, values } = selectTicket(workspaceId, id);
	return {
		name: "ticket_lock",
		text: `${text}\n   for no key update of t`,
		values,
	};
}

export async function lockTicket(
	db: Db,
	workspaceId: string,
	id: string,
): Promise<Ticket | undefined> {
	const { rows } = await db.query<TicketRow>(
		selectTicketForUpdate(workspaceId, id),
	);
	return rows[0] && ticketFromRow(rows[0]);
}

export function insertTicket(workspaceId: string, ticket: Ticket): Statement {
	const { signals } = ticket;
	return {
		name: "ticket_insert",
		text: `insert into tickets (workspace_id, id, subject, status, priority, channel, contact_id, assignee_id, group_id,
                     tags, custom_attributes, ai_intent, ai_urgency, ai_sentiment, ai_confidence,
                     message_count, last_message_at, waiting_since, created_at, updated_at)
values ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1, $15, $15, $15, $15)`,
		values: [
			workspaceId,
			ticket.id,
			ticket.subject,
			ticket.priority,
			ticket.channel,
			ticket.contact.id,
			ticket.assignee?.id,
			ticket.group?.id,
			ticket.tags,
			ticket.customAttributesJson,
			signals.intent,
			signals.urgency,
			signals.sentiment,
			signals.confidence,
			ticket.createdAt,
		],
	};
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
       resolved_at = $10
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
		],
	};
}

/** Refined signals. `updated_at` stays: nobody changed the ticket. */
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

/**
 * Marks the ticket as deleted and takes it out of the tag lists. Counts one when it was there. The row itself stays
 * until it is purged.
 */
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
