import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Message, MessageMail } from "../domain/message.ts";

/** A contact's message in a ticket that the transaction has locked; its ticket counts it. */
export function insertInbound(
	workspaceId: string,
	message: Message,
	mail: MessageMail,
): Statement {
	return {
		name: "inbound_insert",
		text: `with counted as (
  update tickets
     set message_count = message_count + 1,
         last_message_at = greatest(last_message_at, $9),
         waiting_since = case when $4 = 'inbound' then coalesce(waiting_since, $9) else waiting_since end,
         updated_at = greatest(updated_at + interval '1 millisecond', $9)
   where workspace_id = $1
     and id = $2
)
insert into messages (workspace_id, ticket_id, id, type, body_format, body, body_text, contact_id, ai_generated, status,
                      created_at, quoted_text, authentication)
values ($1, $2, $3, $4, $5, $6, $7, $8, false, $10, $9, $11, $12)`,
		values: [
			workspaceId,
			message.ticketId,
			message.id,
			message.type,
			message.bodyFormat,
			message.body,
			message.bodyText,
			message.author.id,
			message.createdAt,
			message.status,
			mail.quotedText,
			JSON.stringify(mail.authentication),
		],
	};
}

/** Adds what only a mail has to a message that was written by the statement of new tickets. */
export function saveMessageMail(
	workspaceId: string,
	messageId: string,
	mail: MessageMail,
): Statement {
	return {
		name: "message_mail_save",
		text: `update messages
   set quoted_text = $3,
       authentication = $4
 where workspace_id = $1
   and id = $2`,
		values: [
			workspaceId,
			messageId,
			mail.quotedText,
			JSON.stringify(mail.authentication),
		],
	};
}

const ID = rowType({ id: text }, ({ id }) => id);

/** The contact with this address, which is made if there is none. Returns its id. */
export function ensureContact(
	workspaceId: string,
	contact: {
		readonly id: string;
		readonly name: string;
		readonly email: string;
		readonly emailKey: string;
	},
	now: Date,
): Query<string> {
	return {
		name: "inbound_contact",
		text: `with made as (
  insert into contacts as c (workspace_id, id, name, email, email_key, created_at, last_seen_at)
  values ($1, $2, $3, $4, $5, $6, $6)
      on conflict (workspace_id, email_key)
      do update set last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at)
  returning coalesce(c.merged_into, c.id) as id
)
select id
  from made`,
		values: [
			workspaceId,
			contact.id,
			contact.name,
			contact.email,
			contact.emailKey,
			now.toISOString(),
		],
		row: ID,
	};
}
