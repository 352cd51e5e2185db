import type { Db, Statement } from "@supportdesk/pg/statement.ts";
import { timestampText } from "@supportdesk/pg/types.ts";
import type {
	Channel,
	Conversation,
	Priority,
	Signals,
	Ticket,
	TicketStatus,
} from "../domain/ticket.ts";

/** A ticket as PostgreSQL answers it. */
export interface TicketRow {
	/** The PACKED columns, in their order, between separators; null is empty. */
	packed: string;
	subject: string;
	contact_name: string;
	contact_email: string;
	contact_avatar_url: string | null;
	assignee_name: string;
	assignee_email: string;
	group_name: string;
	tags: string[];
	ai_intent: string;
}

/** The same with what is known of its messages. */
export interface ConversationRow extends TicketRow {
	suggested_articles: string;
	message_count: number;
	last_message_at: string;
	waiting_since: string | null;
}

// Columns are most of what reading a page costs. Those that cannot hold a control character come as one: ids,
// enumerations, a number, JSON, times.
const PACKED = [
	"t.id",
	"t.status",
	"t.priority",
	"t.channel",
	"t.contact_id",
	"t.assignee_id",
	"t.group_id",
	"t.ai_urgency",
	"t.ai_sentiment",
	"t.ai_confidence",
	"t.ready_draft_id",
	"t.custom_attributes",
	"t.created_at",
	"t.updated_at",
	"t.resolved_at",
];
const SEPARATOR = "\x1f";

/** The columns of a TicketRow, from `tickets t` and the joins below. */
export const TICKET_COLUMNS = `concat(${PACKED.join(", E'\\x1f', ")}) as packed,
       t.subject, c.name as contact_name, c.email as contact_email, c.avatar_url as contact_avatar_url,
       a.name as assignee_name, a.email as assignee_email, g.name as group_name, t.tags, t.ai_intent`;

/** The columns of a ConversationRow. */
export const CONVERSATION_COLUMNS = `${TICKET_COLUMNS},
       t.suggested_articles, t.message_count, t.last_message_at, t.waiting_since`;

export const TICKET_JOINS = `join contacts c on c.workspace_id = t.workspace_id and c.id = t.contact_id
  left join agents a on a.workspace_id = t.workspace_id and a.id = t.assignee_id
  left join groups g on g.workspace_id = t.workspace_id and g.id = t.group_id`;

export function ticketFromRow(row: TicketRow): Ticket {
	const [
		id,
		status,
		priority,
		channel,
		contactId,
		assigneeId,
		groupId,
		urgency,
		sentiment,
		confidence,
		readyDraftId,
		customAttributesJson,
		createdAt,
		updatedAt,
		resolvedAt,
	] = row.packed.split(SEPARATOR) as PackedValues;
	return {
		id,
		subject: row.subject,
		status,
		priority,
		channel,
		contact: {
			id: contactId,
			name: row.contact_name,
			email: row.contact_email,
			avatarUrl: row.contact_avatar_url,
		},
		assignee: assigneeId
			? {
					id: assigneeId,
					name: row.assignee_name,
					email: row.assignee_email,
				}
			: null,
		group: groupId ? { id: groupId, name: row.group_name } : null,
		tags: row.tags,
		signals: {
			intent: row.ai_intent,
			urgency,
			sentiment,
			confidence: Number(confidence),
		},
		readyDraftId: readyDraftId || null,
		customAttributesJson,
		createdAt: timestampText(createdAt),
		updatedAt: timestampText(updatedAt),
		resolvedAt: resolvedAt ? timestampText(resolvedAt) : null,
	};
}

type PackedValues = [
	id: string,
	status: TicketStatus,
	priority: Priority,
	channel: Channel,
	contactId: string,
	assigneeId: string,
	groupId: string,
	urgency: string,
	sentiment: string,
	confidence: string,
	readyDraftId: string,
	customAttributesJson: string,
	createdAt: string,
	updatedAt: string,
	resolvedAt: string,
];

export function conversationFromRow(row: ConversationRow): Conversation {
	return {
		...ticketFromRow(row),
		suggestedArticlesJson: row.suggested_articles,
		messageCount: row.message_count,
		lastMessageAt: row.last_message_at,
		waitingSince: row.waiting_since,
	};
}

/** The statement that finds one ticket; deleted ones are not there. */
export function selectTicket(workspaceId: string, id: string): Statement {
	return {
		name: "ticket_get",
		text: `select ${CONVERSATION_COLUMNS}
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
