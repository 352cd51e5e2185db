import { packed } from "@supportdesk/pg/packed.ts";
import {
	arrayOf,
	type ColumnType,
	integer,
	json,
	nullable,
	oneOf,
	type RowType,
	real,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import { timestampText } from "@supportdesk/pg/types.ts";
import type {
	Channel,
	Conversation,
	Priority,
	Ticket,
	TicketStatus,
} from "../domain/ticket.ts";

/**
 * The draft that may be approved: none of a ticket that was answered, resolved or merged. Rows whose `ready_draft_id` says
 * otherwise were written by processes that did not retract drafts.
 *
 * @param tickets the table's name in the statement.
 */
export function readyDraft(tickets: string): string {
	return `case when ${tickets}.waiting_since is not null and ${tickets}.resolved_at is null and ${tickets}.merged_into is null then ${tickets}.ready_draft_id end`;
}

/** Null for none, as most tickets have. */
const PARTICIPANTS = "nullif(t.participants, '[]'::jsonb)";

// Tickets of more share no round trip. What PostgreSQL has not compressed has about as many bytes as its text.
const SMALL_BYTES_MAX = 2_500;
const SMALL_ATTRIBUTES = `case when pg_column_compression(t.custom_attributes) is null
             and pg_column_size(t.custom_attributes) <= ${SMALL_BYTES_MAX}
             and pg_column_size(t.participants) <= ${SMALL_BYTES_MAX} then t.custom_attributes end`;

const SMALL_PARTICIPANTS = `case when pg_column_size(t.participants) <= ${SMALL_BYTES_MAX} then ${PARTICIPANTS} end`;

// Columns are most of what reading a page costs.
const PACKED = packedWith(["t.custom_attributes", json], PARTICIPANTS);
const SMALL_PACKED = packedWith(
	[SMALL_ATTRIBUTES, nullable(json)],
	SMALL_PARTICIPANTS,
);

function packedWith<A extends string | null>(
	customAttributes: readonly [sql: string, ColumnType<A>],
	participants: string,
) {
	return packed("tickets t", [
		["t.id", text],
		["t.status", oneOf<TicketStatus>()],
		["t.priority", oneOf<Priority>()],
		["t.channel", oneOf<Channel>()],
		["t.contact_id", text],
		["t.assignee_id", nullable(text)],
		["t.group_id", nullable(text)],
		["t.ai_urgency", text],
		["t.ai_sentiment", text],
		["t.ai_confidence", real],
		[readyDraft("t"), nullable(text)],
		customAttributes,
		["t.created_at", timestamp],
		["t.updated_at", timestamp],
		["t.resolved_at", nullable(timestamp)],
		["t.external_id", nullable(text)],
		["t.merged_into", nullable(text)],
		[participants, nullable(json)],
	]);
}

const OWN_COLUMNS = `
       t.subject, c.name as contact_name, c.email as contact_email, c.avatar_url as contact_avatar_url,
       a.name as assignee_name, a.email as assignee_email, g.name as group_name, t.tags, t.ai_intent`;
const MESSAGE_COLUMNS = `
       t.suggested_articles, t.message_count, t.last_message_at, t.waiting_since`;

/** The columns of a TICKET, from `tickets t` and the joins below. */
export const TICKET_COLUMNS = `${PACKED.sql} as packed,${OWN_COLUMNS}`;
export const SMALL_TICKET_COLUMNS = `${SMALL_PACKED.sql} as packed,${OWN_COLUMNS}`;

/** The columns of a CONVERSATION. */
export const CONVERSATION_COLUMNS = `${TICKET_COLUMNS},${MESSAGE_COLUMNS}`;
export const SMALL_CONVERSATION_COLUMNS = `${SMALL_TICKET_COLUMNS},${MESSAGE_COLUMNS}`;

export const TICKET_JOINS = `join contacts c on c.workspace_id = t.workspace_id and c.id = t.contact_id
  left join agents a on a.workspace_id = t.workspace_id and a.id = t.assignee_id
  left join groups g on g.workspace_id = t.workspace_id and g.id = t.group_id`;

export const TICKET = rowType(
	{
		packed: PACKED.column,
		subject: text,
		contact_name: text,
		contact_email: text,
		contact_avatar_url: nullable(text),
		// Null, and not read, where the ticket has no assignee or group.
		assignee_name: text,
		assignee_email: text,
		group_name: text,
		tags: arrayOf(text),
		ai_intent: text,
	},
	(row): Ticket => {
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
			externalId,
			mergedInto,
			participants,
		] = PACKED.split(row.packed);
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
			externalId: externalId || null,
			mergedInto: mergedInto || null,
			participants: participants ? JSON.parse(participants) : [],
		};
	},
);

export const CONVERSATION = rowType(
	{
		...TICKET.columns,
		suggested_articles: json,
		message_count: integer,
		last_message_at: timestamp,
		waiting_since: nullable(timestamp),
	},
	(row): Conversation => {
		const ticket = TICKET.from(row);
		const isMerged = ticket.mergedInto !== null;
		return {
			...ticket,
			suggestedArticlesJson: row.suggested_articles,
			// The row keeps what is true again when the merge is undone; until then its messages are elsewhere.
			messageCount: isMerged ? 0 : row.message_count,
			lastMessageAt: row.last_message_at,
			waitingSince: isMerged ? null : row.waiting_since,
		};
	},
);

/** The same of columns for small tickets; undefined for one that is not. */
function smallOnly<T extends Ticket>(row: RowType<T>): RowType<T | undefined> {
	const columns = { ...row.columns, packed: SMALL_PACKED.column };
	return rowType(columns, (each) => {
		const ticket = row.from(each);
		return ticket.customAttributesJson === "" ? undefined : ticket;
	});
}

export const SMALL_TICKET = smallOnly(TICKET);
export const SMALL_CONVERSATION = smallOnly(CONVERSATION);
