import type { JobExpression } from "@supportdesk/pg/job-queue.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import type { ItemRow, SharedWrite } from "@supportdesk/pg/write-together.ts";
import type { MessageBody } from "../domain/message-body.ts";
import type { Contact, Ticket } from "../domain/ticket.ts";

export interface NewTicketRow extends ItemRow {
	contact_id: string;
	name: string;
	email: string;
	avatar_url: string | null;
}

/** A ticket whose contact is found by its address, or made; without attributes. */
export interface TicketOfAddress {
	readonly ticket: Omit<Ticket, "contact" | "assignee" | "group">;
	/** What the contact becomes if nobody has its address yet. */
	readonly contact: Contact & { readonly emailKey: string };
	readonly messageId: string;
	readonly body: MessageBody;
	readonly job: JobExpression;
}

/**
 * Writes everything that new tickets leave behind: their contacts if those are new, the tickets, their tags, their
 * first messages, their jobs. Answers each one's contact.
 */
export const WRITE_TICKETS: SharedWrite<TicketOfAddress> = {
	name: "tickets_write",
	statement: writeTickets,
	idOf: ({ ticket }) => ticket.id,
	idConstraint: "tickets_pkey",
};

// Joined with the ticket, so that a ticket made twice breaks the ticket's key and not the tags'.
const TAGGED = `tagged as (
  insert into ticket_tags (workspace_id, tag, created_at, ticket_id)
  select $1, tag, at, id
    from ticket
    join given using (id), unnest(tags) as tag
),`;

// One statement, because each one more costs the server a tenth of a create. New contacts are made in the order of their
// addresses, and one that somebody else has just made is locked by a column that is no key, which foreign keys' checks do
// not wait for: so two of these statements never wait for each other. `limit 1` has every contact looked up by itself.
function writeTickets(
	workspaceId: string,
	tickets: readonly TicketOfAddress[],
): Statement {
	const isTagged = tickets.some(({ ticket }) => ticket.tags.length > 0);
	return {
		name: isTagged ? "tickets_write_tagged" : "tickets_write",
		text: `with asked as materialized (
  select a.*, known.*
    from json_to_recordset($2) as a (id text, at timestamptz, subject text, priority text, channel text, tags text[],
                                     intent text, urgency text, sentiment text, confidence real,
                                     contact_id text, name text, email text, email_key text,
                                     message_id text, format text, body text, body_text text, raw text, job text)
    left join lateral (select id as known_id, name as known_name, email as known_email, avatar_url as known_avatar
                         from contacts
                        where workspace_id = $1
                          and email_key = a.email_key
                        limit 1) as known on true
), made as (
  insert into contacts as c (workspace_id, id, name, email, email_key, created_at)
  select distinct on (email_key) $1, contact_id, name, email, email_key, at
    from asked
   where known_id is null
   order by email_key
      on conflict (workspace_id, email_key)
      do update set name = c.name
  returning id, name, email, email_key, avatar_url
), given as (
  select a.id, at, subject, priority, channel, tags, intent, urgency, sentiment, confidence,
         message_id, format, body, body_text, raw, job,
         coalesce(known_id, m.id) as contact_id,
         coalesce(known_name, m.name) as name,
         coalesce(known_email, m.email) as email,
         coalesce(known_avatar, m.avatar_url) as avatar_url
    from asked a
    left join made m on m.email_key = a.email_key
), ticket as (
  insert into tickets (workspace_id, id, subject, status, priority, channel, contact_id, tags,
                       ai_intent, ai_urgency, ai_sentiment, ai_confidence,
                       message_count, last_message_at, waiting_since, created_at, updated_at)
  select $1, id, subject, 'open', priority, channel, contact_id, tags,
         intent, urgency, sentiment, confidence,
         1, at, at, at, at
    from given
  returning id
), ${isTagged ? TAGGED : ""} message as (
  insert into messages (workspace_id, ticket_id, id, type, body_format, body, body_text, body_raw,
                        contact_id, ai_generated, status, created_at)
  select $1, id, message_id, 'inbound', format, body, body_text, raw,
         contact_id, false, 'received', at
    from given
)
select id as item_id, contact_id, name, email, avatar_url, ${tickets[0]!.job.sql("job")}
  from given`,
		values: [workspaceId, JSON.stringify(tickets.map(asked))],
	};
}

function asked({ ticket, contact, messageId, body, job }: TicketOfAddress) {
	const { signals } = ticket;
	return {
		id: ticket.id,
		at: ticket.createdAt,
		subject: ticket.subject,
		priority: ticket.priority,
		channel: ticket.channel,
		tags: ticket.tags,
		intent: signals.intent,
		urgency: signals.urgency,
		sentiment: signals.sentiment,
		confidence: signals.confidence,
		contact_id: contact.id,
		name: contact.name,
		email: contact.email,
		email_key: contact.emailKey,
		message_id: messageId,
		format: body.format,
		body: body.body,
		body_text: body.text,
		raw: body.raw,
		job: job.payload,
	};
}
