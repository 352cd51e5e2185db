import type { Position } from "@supportdesk/paging/cursor.ts";
import { selectFitting } from "@supportdesk/paging/page.ts";
import {
	boolean,
	integer,
	json,
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { Authentication } from "../domain/incoming-mail.ts";
import type {
	AttachmentRecord,
	Author,
	Message,
	MessageStatus,
	MessageType,
} from "../domain/message.ts";
import type { BodyFormat } from "../domain/message-body.ts";

export const MESSAGE_COLUMNS = `m.id, m.ticket_id, m.type, m.body, m.body_text, m.body_format,
       case when m.agent_id is null then 'contact' else 'agent' end as author_type,
       coalesce(m.agent_id, m.contact_id) as author_id,
       coalesce(a.name, c.name) as author_name,
       coalesce(a.email, c.email) as author_email,
       (select json_agg(json_build_object('id', f.id, 'filename', f.filename, 'contentType', f.content_type, 'size', f.size)
                        order by f.position)
          from attachments f
         where f.workspace_id = m.workspace_id
           and f.message_id = m.id) as attachments,
       m.ai_generated, m.status, m.attempts, m.error, m.created_at, m.quoted_text, m.authentication`;

export const MESSAGE_JOINS = `left join agents a on a.workspace_id = m.workspace_id and a.id = m.agent_id
  left join contacts c on c.workspace_id = m.workspace_id and c.id = m.contact_id`;

export const MESSAGE = rowType(
	{
		id: text,
		ticket_id: text,
		type: oneOf<MessageType>(),
		body: text,
		body_text: text,
		body_format: oneOf<BodyFormat>(),
		author_type: oneOf<Author["type"]>(),
		author_id: text,
		author_name: text,
		author_email: text,
		// Null when there are none.
		attachments: nullable(json),
		ai_generated: boolean,
		status: oneOf<MessageStatus>(),
		attempts: integer,
		error: nullable(text),
		created_at: timestamp,
		quoted_text: nullable(text),
		authentication: nullable(json),
	},
	(row): Message => ({
		id: row.id,
		ticketId: row.ticket_id,
		type: row.type,
		body: row.body,
		bodyText: row.body_text,
		bodyFormat: row.body_format,
		author: {
			type: row.author_type,
			id: row.author_id,
			name: row.author_name,
			email: row.author_email,
		},
		attachments: row.attachments
			? (JSON.parse(row.attachments) as AttachmentRecord[])
			: [],
		aiGenerated: row.ai_generated,
		status: row.status,
		attempts: row.attempts,
		error: row.error,
		createdAt: row.created_at,
		...(row.authentication !== null && {
			mail: {
				quotedText: row.quoted_text ?? "",
				authentication: JSON.parse(row.authentication) as Authentication,
			},
		}),
	}),
);

/** A message that is about to change. */
export interface LockedMessage {
	readonly message: Message;
	/** That of the ticket in which it was written. */
	readonly contactId: string;
}

const LOCKED_MESSAGE = rowType(
	{ ...MESSAGE.columns, ticket_contact_id: text },
	(row): LockedMessage => ({
		message: MESSAGE.from(row),
		contactId: row.ticket_contact_id,
	}),
);

// Of bodies as they are stored, known without reading them.
export const MESSAGE_BYTES =
	"octet_length(r.body) + octet_length(r.body_text) + coalesce(octet_length(r.quoted_text), 0)";

/** Oldest first, from the position on; no more than a page can hold, and a message behind it. */
export function selectMessagePage(
	workspaceId: string,
	ticketId: string,
	type: string | undefined,
	rowsMax: number,
	position: Position | undefined,
): Query<Message> {
	return {
		name: position ? "messages_next" : "messages_start",
		text: `select ${MESSAGE_COLUMNS}
  from ${selectFitting(
		`select *
              from messages
             where workspace_id = $1
               and ticket_id = $2
               and ($3::text is null or type = $3)
               ${position ? "and (created_at, id) > ($5::timestamptz, $6)" : ""}
             order by created_at, id
             limit $4`,
		MESSAGE_BYTES,
		"r.created_at, r.id",
		"m",
	)}
  ${MESSAGE_JOINS}
 order by m.created_at, m.id`,
		values: position
			? [workspaceId, ticketId, type, rowsMax, position.value, position.id]
			: [workspaceId, ticketId, type, rowsMax],
		row: MESSAGE,
	};
}

/** The newest messages of a ticket, newest first; no more than an answer can hold, and a message before them. */
export function selectLatestMessages(
	workspaceId: string,
	ticketId: string,
	rowsMax: number,
): Query<Message> {
	return {
		name: "messages_latest",
		text: `select ${MESSAGE_COLUMNS}
  from ${selectFitting(
		`select *
              from messages
             where workspace_id = $1
               and ticket_id = $2
             order by created_at desc, id desc
             limit $3`,
		MESSAGE_BYTES,
		"r.created_at desc, r.id desc",
		"m",
	)}
  ${MESSAGE_JOINS}
 order by m.created_at desc, m.id desc`,
		values: [workspaceId, ticketId, rowsMax],
		row: MESSAGE,
	};
}

export function selectMessage(workspaceId: string, id: string): Query<Message> {
	return {
		name: "message_get",
		text: `select ${MESSAGE_COLUMNS}
  from messages m
  ${MESSAGE_JOINS}
 where m.workspace_id = $1
   and m.id = $2`,
		values: [workspaceId, id],
		row: MESSAGE,
	};
}

/** A message, locked against other writers until the transaction ends, and whom it was written to or by. */
export function selectMessageForUpdate(
	workspaceId: string,
	id: string,
): Query<LockedMessage> {
	return {
		name: "message_lock",
		text: `select ${MESSAGE_COLUMNS}, t.contact_id as ticket_contact_id
  from messages m
  join tickets t on t.workspace_id = m.workspace_id and t.id = case when m.written_in is null then m.ticket_id else m.written_in end
  ${MESSAGE_JOINS}
 where m.workspace_id = $1
   and m.id = $2
   for no key update of m`,
		values: [workspaceId, id],
		row: LOCKED_MESSAGE,
	};
}

/** The newest message of a ticket, of any type. */
export function selectLastMessageId(
	workspaceId: string,
	ticketId: string,
): Query<string> {
	return {
		name: "message_last",
		text: `select id
  from messages
 where workspace_id = $1
   and ticket_id = $2
 order by created_at desc, id desc
 limit 1`,
		values: [workspaceId, ticketId],
		row: rowType({ id: text }, ({ id }) => id),
	};
}

interface LastInbound {
	readonly id: string;
	readonly bodyText: string;
	readonly createdAt: string;
}

const LAST_INBOUND = rowType(
	{ id: text, body_text: text, created_at: timestamp },
	({ id, body_text, created_at }): LastInbound => ({
		...{ id, bodyText: body_text, createdAt: created_at },
	}),
);

/** What the customer wrote last. */
export function selectLastInbound(
	workspaceId: string,
	ticketId: string,
): Query<LastInbound> {
	return {
		name: "message_last_inbound",
		text: `select id, body_text, created_at
  from messages
 where workspace_id = $1
   and ticket_id = $2
   and type = 'inbound'
 order by created_at desc, id desc
 limit 1`,
		values: [workspaceId, ticketId],
		row: LAST_INBOUND,
	};
}
