import type { JobExpression } from "@supportdesk/pg/jobs.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import type { MessageBody } from "../domain/message-body.ts";
import type { Contact, Ticket } from "../domain/ticket.ts";

/** The unique constraint that a ticket made twice would break. */
export const TICKET_ID = "tickets_pkey";

export interface ContactRow {
	id: string;
	name: string;
	email: string;
	avatar_url: string | null;
}

/** A ticket whose contact is found by its address, or made. */
export interface TicketOfAddress {
	readonly ticket: Omit<Ticket, "contact" | "assignee" | "group">;
	/** What the contact becomes if nobody has its address yet. */
	readonly contact: Contact & { readonly emailKey: string };
	readonly messageId: string;
	readonly body: MessageBody;
	readonly job: JobExpression;
}

const TAGGED = `tagged as (
  insert into ticket_tags (workspace_id, tag, created_at, ticket_id)
  select $1, tag, $6, id
    from ticket, unnest($11::text[]) as tag
),`;

/**
 * Writes everything that a new ticket leaves behind: its contact if that is new, the ticket, its tags, its first
 * message, its job. Answers the contact. One statement, because each one more costs the server a tenth of a create.
 */
export function writeTicketOfAddress(
	workspaceId: string,
	{ ticket, contact, messageId, body, job }: TicketOfAddress,
): Statement {
	const { signals } = ticket;
	return {
		name: ticket.tags.length > 0 ? "ticket_write_tagged" : "ticket_write",
		text: `with found as materialized (
  select id, name, email, avatar_url
    from contacts
   where workspace_id = $1
     and email_key = $2
), made as (
  insert into contacts as c (workspace_id, id, name, email, email_key, created_at)
  select $1, $3, $4, $5, $2, $6
   where not exists (select from found)
      on conflict (workspace_id, email_key)
      do update set email_key = c.email_key
  returning id, name, email, avatar_url
), contact as (
  select * from found
   union all
  select * from made
), ticket as (
  insert into tickets (workspace_id, id, subject, status, priority, channel, contact_id, tags, custom_attributes,
                       ai_intent, ai_urgency, ai_sentiment, ai_confidence,
                       message_count, last_message_at, waiting_since, created_at, updated_at)
  select $1, $7, $8, 'open', $9, $10, id, $11, $12, $13, $14, $15, $16, 1, $6, $6, $6, $6
    from contact
  returning id, contact_id
), ${ticket.tags.length > 0 ? TAGGED : ""} message as (
  insert into messages (workspace_id, ticket_id, id, type, body_format, body, body_text, body_raw,
                        contact_id, ai_generated, status, created_at)
  select $1, id, $17, 'inbound', $18, $19, $20, $21, contact_id, false, 'received', $6
    from ticket
)
select contact.*, ${job.sql("$22")}
  from contact, ticket`,
		values: [
			workspaceId,
			contact.emailKey,
			contact.id,
			contact.name,
			contact.email,
			ticket.createdAt,
			ticket.id,
			ticket.subject,
			ticket.priority,
			ticket.channel,
			ticket.tags,
			ticket.customAttributesJson,
			signals.intent,
			signals.urgency,
			signals.sentiment,
			signals.confidence,
			messageId,
			body.format,
			body.body,
			body.text,
			body.raw,
			job.payload,
		],
	};
}
