import { nullable, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Message } from "../domain/message.ts";
import type { Agent, Contact, Conversation, Group } from "../domain/ticket.ts";

/** What the rows of an import refer to. */
export interface ImportReferences {
	readonly contactIds: readonly string[];
	/** As addresses are compared. */
	readonly emailKeys: readonly string[];
	readonly contactExternalIds: readonly string[];
	readonly agentIds: readonly string[];
	readonly groupIds: readonly string[];
	readonly ticketExternalIds: readonly string[];
}

/** A contact that an import refers to, by one of its names. */
export interface NamedContact {
	readonly contact: Contact;
	readonly rowId: string;
	readonly emailKey: string;
	readonly externalId: string | null;
}

const NAMED_CONTACT = rowType(
	{
		row_id: text,
		email_key: text,
		external_id: nullable(text),
		id: text,
		name: text,
		email: text,
		avatar_url: nullable(text),
	},
	(row): NamedContact => ({
		rowId: row.row_id,
		emailKey: row.email_key,
		externalId: row.external_id,
		contact: {
			id: row.id,
			name: row.name,
			email: row.email,
			avatarUrl: row.avatar_url,
		},
	}),
);

/** The contacts with these names, each with the row that has the name: a row may lead to another contact's. */
export function selectNamedContacts(
	workspaceId: string,
	{ contactIds, emailKeys, contactExternalIds }: ImportReferences,
): Query<NamedContact> {
	return {
		name: "import_contacts",
		text: `select r.id as row_id, r.email_key, r.external_id, c.id, c.name, c.email, c.avatar_url
  from (select id, email_key, external_id, merged_into
          from contacts
         where workspace_id = $1
           and id = any($2::text[])
         union
        select id, email_key, external_id, merged_into
          from contacts
         where workspace_id = $1
           and email_key = any($3::text[])
         union
        select id, email_key, external_id, merged_into
          from contacts
         where workspace_id = $1
           and external_id = any($4::text[])) r
  join contacts c on c.workspace_id = $1 and c.id = case when r.merged_into is null then r.id else r.merged_into end and c.erased_at is null`,
		values: [workspaceId, contactIds, emailKeys, contactExternalIds],
		row: NAMED_CONTACT,
	};
}

const AGENT = rowType(
	{ id: text, name: text, email: text },
	(row): Agent => row,
);

/** These agents, deactivated ones too: what is imported may be older. */
export function selectAgents(
	workspaceId: string,
	{ agentIds }: ImportReferences,
): Query<Agent> {
	return {
		name: "import_agents",
		text: `select id, name, email
  from agents
 where workspace_id = $1
   and id = any($2::text[])`,
		values: [workspaceId, agentIds],
		row: AGENT,
	};
}

const GROUP = rowType({ id: text, name: text }, (row): Group => row);

export function selectGroups(
	workspaceId: string,
	{ groupIds }: ImportReferences,
): Query<Group> {
	return {
		name: "import_groups",
		text: `select id, name
  from groups
 where workspace_id = $1
   and id = any($2::text[])`,
		values: [workspaceId, groupIds],
		row: GROUP,
	};
}

const NAMED_TICKET = rowType({ id: text, external_id: nullable(text) });

/** The tickets that have these external ids. */
export function selectNamedTickets(
	workspaceId: string,
	{ ticketExternalIds }: ImportReferences,
): Query<{ readonly id: string; readonly external_id: string | null }> {
	return {
		name: "import_tickets",
		text: `select id, external_id
  from tickets
 where workspace_id = $1
   and external_id = any($2::text[])
   and deleted_at is null`,
		values: [workspaceId, ticketExternalIds],
		row: NAMED_TICKET,
	};
}

/** A contact that an import makes. */
export interface ImportedContact {
	readonly id: string;
	readonly name: string;
	/** Empty where it is known by its external id only. */
	readonly email: string;
	readonly emailKey: string;
	readonly externalId: string | null;
	readonly lastSeenAt: string | null;
}

export interface ImportedMessage extends Message {
	/** What came in, where it differs from the body that is shown. */
	readonly raw: string | null;
}

export interface ImportedTicket {
	readonly ticket: Conversation;
	readonly messages: readonly ImportedMessage[];
}

/** Has the messages of this transaction left out of the search until `indexTicket`. */
export const INDEX_LATER: Statement = {
	name: "import_index_later",
	text: "select set_config('app.indexes_later', 'on', true)",
};

/** Puts a ticket with all its messages into the search. */
export function indexTicket(workspaceId: string, id: string): Statement {
	return {
		name: "import_index",
		text: `select index_ticket(t)
  from tickets t
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
	};
}

// Rows are written in the order of their names: two imports of the same rows wait for each other, and not in a circle.

export function insertImportedContacts(
	workspaceId: string,
	contacts: readonly ImportedContact[],
	now: string,
): Statement {
	return {
		name: "import_insert_contacts",
		text: `insert into contacts (workspace_id, id, name, email, email_key, external_id, created_at, last_seen_at)
select $1, id, name, email, "emailKey", "externalId", $3, "lastSeenAt"
  from json_to_recordset($2) as a (id text, name text, email text, "emailKey" text, "externalId" text, "lastSeenAt" timestamptz)
 order by "emailKey", "externalId"`,
		values: [workspaceId, JSON.stringify(contacts), now],
	};
}

export function insertImportedTickets(
	workspaceId: string,
	tickets: readonly ImportedTicket[],
): Statement {
	return {
		name: "import_insert_tickets",
		text: `with given as materialized (
  select *
    from json_to_recordset($2) as a (id text, external_id text, subject text, status text, priority text, channel text,
                                     contact_id text, assignee_id text, group_id text, tags text[], attributes text,
                                     intent text, urgency text, sentiment text, confidence real, message_count int,
                                     last_message_at timestamptz, waiting_since timestamptz, created_at timestamptz,
                                     updated_at timestamptz, resolved_at timestamptz)
), ticket as (
  insert into tickets (workspace_id, id, external_id, subject, status, priority, channel, contact_id, assignee_id, group_id,
                       tags, custom_attributes, ai_intent, ai_urgency, ai_sentiment, ai_confidence, message_count,
                       last_message_at, waiting_since, created_at, updated_at, resolved_at)
  select $1, id, external_id, subject, status, priority, channel, contact_id, assignee_id, group_id,
         tags, attributes::jsonb, intent, urgency, sentiment, confidence, message_count,
         last_message_at, waiting_since, created_at, updated_at, resolved_at
    from given
   order by external_id, id
  returning id
)
insert into ticket_tags (workspace_id, tag, created_at, ticket_id)
select $1, tag, created_at, id
  from ticket
  join given using (id), unnest(tags) as tag`,
		values: [
			workspaceId,
			JSON.stringify(tickets.map(({ ticket }) => ticketRow(ticket))),
		],
	};
}

function ticketRow(ticket: Conversation) {
	const { signals } = ticket;
	return {
		id: ticket.id,
		external_id: ticket.externalId,
		subject: ticket.subject,
		status: ticket.status,
		priority: ticket.priority,
		channel: ticket.channel,
		contact_id: ticket.contact.id,
		assignee_id: ticket.assignee?.id,
		group_id: ticket.group?.id,
		tags: ticket.tags,
		attributes: ticket.customAttributesJson,
		intent: signals.intent,
		urgency: signals.urgency,
		sentiment: signals.sentiment,
		confidence: signals.confidence,
		message_count: ticket.messageCount,
		last_message_at: ticket.lastMessageAt,
		waiting_since: ticket.waitingSince,
		created_at: ticket.createdAt,
		updated_at: ticket.updatedAt,
		resolved_at: ticket.resolvedAt,
	};
}

export function insertImportedMessages(
	workspaceId: string,
	tickets: readonly ImportedTicket[],
): Statement {
	const rows = tickets.flatMap(({ messages }) => messages.map(messageRow));
	return {
		name: "import_insert_messages",
		text: `insert into messages (workspace_id, ticket_id, id, type, body_format, body, body_text, body_raw,
                        contact_id, agent_id, status, created_at)
select $1, ticket_id, id, type, format, body, body_text, raw, contact_id, agent_id, status, created_at
  from json_to_recordset($2) as a (ticket_id text, id text, type text, format text, body text, body_text text, raw text,
                                   contact_id text, agent_id text, status text, created_at timestamptz)`,
		values: [workspaceId, JSON.stringify(rows)],
	};
}

function messageRow({ author, ...message }: ImportedMessage) {
	return {
		ticket_id: message.ticketId,
		id: message.id,
		type: message.type,
		format: message.bodyFormat,
		body: message.body,
		body_text: message.bodyText,
		raw: message.raw,
		contact_id: author.type === "contact" ? author.id : null,
		agent_id: author.type === "agent" ? author.id : null,
		status: message.status,
		created_at: message.createdAt,
	};
}
