import { timestampText } from "@supportdesk/pg/types.ts";
import type {
	Channel,
	Conversation,
	Priority,
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

/**
 * The draft that may be approved: none of a ticket that was answered or resolved. Rows whose `ready_draft_id` says
 * otherwise were written by processes that did not retract drafts.
 *
 * @param tickets the table's name in the statement.
 */
export function readyDraft(tickets: string): string {
	return `case when ${tickets}.waiting_since is not null and ${tickets}.resolved_at is null then ${tickets}.ready_draft_id end`;
}

// Columns are most of what reading a page costs. Those that cannot hold a control character come as one: ids,
// enumerations, a number, JSON, times.
const READY_DRAFT = readyDraft("t");
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
	READY_DRAFT,
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
