import type { Cause } from "@supportdesk/outbox/new-event.ts";
import {
	CLAIM_FIELDS,
	claimFields,
	FIND_STORED,
	SELECT_STORED,
	STORED_FIELDS,
	storedClaim,
	storeResponses,
} from "@supportdesk/pg/batched-claim.ts";
import type { BatchedWrite } from "@supportdesk/pg/batched-write.ts";
import { claimIsTaken } from "@supportdesk/pg/claim.ts";
import type { JobExpression } from "@supportdesk/pg/job-queue.ts";
import type { Operation } from "@supportdesk/pg/operation.ts";
import { nullable, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { OutcomeRow } from "@supportdesk/pg/run-creation.ts";
import { brokenConstraint } from "@supportdesk/pg/sqlstate.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { Message } from "../domain/message.ts";
import type { Contact, Ticket } from "../domain/ticket.ts";
import { DEFINITIONS_FINGERPRINT } from "./attributes.ts";
import {
	EVENT_FIELDS,
	eventFields,
	insertBatchedEvents,
} from "./batched-events.ts";
import { insertMessages } from "./insert-messages.ts";

interface NewContact extends Contact {
	readonly emailKey: string;
	/** What its GET will show, for the event of its creation. */
	readonly objectJson: string;
}

/** A ticket to write, with its first message and the names of what it refers to. */
export interface NewTicket {
	readonly operation: Operation;
	readonly ticket: Omit<Ticket, "contact" | "assignee" | "group">;
	/** The contact with this address, or what it becomes if there is none. */
	readonly contact: NewContact | undefined;
	readonly contactId: string | undefined;
	readonly assigneeId: string | undefined;
	readonly groupId: string | undefined;
	/** Of the definitions that the ticket's attributes fit; undefined where it has none. */
	readonly definitions: string | undefined;
	readonly message: Omit<Message, "author">;
	/** What came in, where it differs from the body that is shown. */
	readonly raw: string | null;
	readonly job: JobExpression;
	/** The Ticket object but for its people: what stands before and behind them. */
	readonly response: readonly [head: string, tail: string];
	/** The Message object but for its author. */
	readonly messageResponse: readonly [head: string, tail: string];
	readonly cause: Cause;
	/** Of `contact.created`, which is written where the contact is new, `ticket.created` and `message.created`. */
	readonly eventIds: readonly [
		contact: string,
		ticket: string,
		message: string,
	];
}

/** What the parts of the statement are for; a batch that needs none of them runs the shortest. */
interface Parts {
	readonly tags: boolean;
	readonly claims: boolean;
	readonly references: boolean;
	readonly externals: boolean;
}

/**
 * Writes everything that new tickets leave behind: their contacts if those are new, the tickets, their tags, their
 * first messages, the events of all of these, their jobs, their claims and stored responses. Returns for each one the JSON of its contact, assignee
 * and group; of one that refers to something that is not there, or whose name was claimed before, nothing is written.
 */
export const WRITE_TICKETS: BatchedWrite<NewTicket, OutcomeRow<string>> = {
	name: "tickets_write",
	statement: writeTickets,
	idOf: ({ ticket }) => ticket.id,
	isDuplicate: (err) =>
		brokenConstraint(err) === "tickets_pkey" || claimIsTaken(err),
};

const WRITTEN = rowType(
	{ item_id: text, people: text },
	(row): OutcomeRow<string> => ({
		itemId: row.item_id,
		written: row.people,
		stored: undefined,
	}),
);
const OUTCOME = rowType(
	{ item_id: text, people: nullable(text), ...STORED_FIELDS },
	(row): OutcomeRow<string> => ({
		itemId: row.item_id,
		written: row.people ?? undefined,
		stored: storedClaim(row),
	}),
);
const UNCLAIMED = rowType(
	{ item_id: text, people: nullable(text) },
	(row): OutcomeRow<string> => ({
		itemId: row.item_id,
		written: row.people ?? undefined,
		stored: undefined,
	}),
);

const TEXTS = new Map<string, string>();

function writeTickets(
	workspaceId: string,
	tickets: readonly NewTicket[],
): Query<OutcomeRow<string>> {
	const parts = {
		tags: tickets.some(({ ticket }) => ticket.tags.length > 0),
		claims: tickets.some(({ operation }) => operation.claim),
		references: tickets.some(
			({ contactId, assigneeId, groupId, definitions }) =>
				contactId || assigneeId || groupId || definitions,
		),
		externals: tickets.some(({ ticket }) => ticket.externalId !== null),
	};
	const names = Object.entries(parts).filter(([, isThere]) => isThere);
	const name = ["tickets_write", ...names.map(([name]) => name)].join("_");
	const text =
		TEXTS.get(name) ?? statementOf(parts, tickets[0]!.job.sql("a.job"));
	TEXTS.set(name, text);
	return {
		name,
		text,
		values: [workspaceId, JSON.stringify(tickets.map(asked))],
		row: parts.claims
			? OUTCOME
			: parts.references || parts.externals
				? UNCLAIMED
				: WRITTEN,
	};
}

const CONTACT = "id, name, email, avatar_url";
const asJson = (columns: string) =>
	`(select row_to_json(r)::text from (select ${columns}) r)`;
const OWN_CONTACT = asJson(CONTACT.replaceAll(/(\w+)/g, "c.$1"));

// A row may lead to the contact that it is an address of, or that it was merged into. Few do, so that one is looked up
// only then.
const LED_TO = `case when c.merged_into is null then ${OWN_CONTACT}
                       else (select ${asJson(CONTACT.replaceAll(/(\w+)/g, "m.$1"))}
                               from contacts m
                              where m.workspace_id = $1
                                and m.id = c.merged_into)
                  end`;

const FIND_REFERENCES = `left join lateral (
           select coalesce(merged_into, id) as named_id, ${LED_TO} as named_contact
             from contacts c
            where workspace_id = $1
              and id = a.named_contact_id
              and erased_at is null
            limit 1) as named on true
      left join lateral (
           select ${asJson("id, name, email")} as assignee
             from agents
            where workspace_id = $1
              and id = a.assignee_id
              and deactivated_at is null
            limit 1) as assigned on true
      left join lateral (
           select ${asJson("id, name")} as team
             from groups
            where workspace_id = $1
              and id = a.group_id
              and deactivated_at is null
            limit 1) as grouped on true`;

const REFERENCES_ARE_THERE = `(named_contact_id is null or named_id is not null and (email_key is null or known_id = named_id))
     and (assignee_id is null or assignee is not null)
     and (group_id is null or team is not null)
     and (definitions is null or definitions = ${DEFINITIONS_FINGERPRINT})`;

const FIND_NAMESAKE = `left join lateral (
           select id as namesake_id
             from tickets
            where workspace_id = $1
              and external_id = a.external_id
              and deleted_at is null
            limit 1) as namesake on true`;

// The author of a message has the names that its contact has in its ticket.
const AUTHOR = `(select row_to_json(r)::text
                            from (select 'contact' as type, c.id, c.name, c.email
                                    from json_to_record(contact::json) as c (id text, name text, email text)) r)`;
const CREATED = `given
    cross join lateral (
         values (event_ids[1], 'contact.created', author_contact_id, '', contact_object),
                (event_ids[2], 'ticket.created', ticket_id, ticket_id, response[1] || people || response[2]),
                (event_ids[3], 'message.created', message_id, ticket_id,
                 message_response[1] || ${AUTHOR} || message_response[2])
         ) as e (event_id, event_type, resource_id, event_ticket_id, object)
    cross join lateral (select author_contact_id as event_contact_id, at as event_at) as c
   where event_type <> 'contact.created'
      or is_made`;

// One statement, because each one more costs the server a tenth of a create. New contacts are made in the order of their
// addresses, and one that another transaction has just made is locked by a column that is no key, which foreign keys'
// checks do not wait for: so two of these statements never wait for each other. `limit 1` has every contact looked up by
// itself.
function statementOf(
	{ tags, claims, references, externals }: Parts,
	enqueue: string,
) {
	const when = (part: boolean, sql: string) => (part ? sql : "");
	const mayBeLeft = claims || references || externals;
	const conditions = [
		...(claims ? ["stored_fingerprint is null"] : []),
		...(references ? [REFERENCES_ARE_THERE] : []),
		...(externals ? ["namesake_id is null"] : []),
	];
	const isWritten = conditions.join("\n     and ") || "true";
	return `with asked as materialized (
  select *
    from json_to_recordset($2) as a (id text, at timestamptz, subject text, priority text, channel text, tags text[],
                                     intent text, urgency text, sentiment text, confidence real,
                                     contact_id text, name text, email text, email_key text, contact_object text,
                                     message_id text, format text, body text, body_text text, raw text, job text,
                                     response text[], message_response text[], ${EVENT_FIELDS}${when(references, ", named_contact_id text, assignee_id text, group_id text, attributes text, definitions text")}${when(externals, ", external_id text")}${when(claims, `, ${CLAIM_FIELDS}`)})
      left join lateral (
           select coalesce(merged_into, id) as known_id, ${LED_TO} as known_contact
             from contacts c
            where workspace_id = $1
              and email_key = a.email_key
            limit 1) as known on true
      ${when(references, FIND_REFERENCES)}
      ${when(externals, FIND_NAMESAKE)}
      ${when(claims, FIND_STORED)}
), made as (
  insert into contacts as c (workspace_id, id, name, email, email_key, created_at, last_seen_at)
  select distinct on (email_key) $1, contact_id, name, email, email_key, at, at
    from asked
   where known_id is null
     ${when(references, "and named_contact_id is null")}
     and ${isWritten}
   order by email_key
      on conflict (workspace_id, email_key)
      do update set name = c.name
  returning c.id as made_id, email_key as made_key, ${OWN_CONTACT} as made_contact
), given as (
  select a.*, id as ticket_id, at as created_at, 'inbound' as type, 'received' as message_status,
         false as generated, null as author_agent_id,
         coalesce(${when(references, "named_id, ")}known_id, made_id) as author_contact_id, made_id = contact_id as is_made,
         coalesce(${when(references, "named_contact, ")}known_contact, made_contact) as contact,
         coalesce(${when(references, "named_contact, ")}known_contact, made_contact)
           || ',"assignee":' || ${references ? "coalesce(assignee, 'null')" : "'null'"}
           || ',"group":' || ${references ? "coalesce(team, 'null')" : "'null'"} as people
    from asked a
    left join made on made_key = email_key
   where ${isWritten}
), ticket as (
  insert into tickets (workspace_id, id, subject, status, priority, channel, contact_id, tags,
                       ai_intent, ai_urgency, ai_sentiment, ai_confidence,
                       message_count, last_message_at, waiting_since, created_at, updated_at${when(references, ", assignee_id, group_id, custom_attributes")}${when(externals, ", external_id")})
  select $1, id, subject, 'open', priority, channel, author_contact_id, tags,
         intent, urgency, sentiment, confidence,
         1, at, at, at, at${when(references, ", assignee_id, group_id, attributes::jsonb")}${when(externals, ", external_id")}
    from given
  returning id
)${when(
		tags,
		`, tagged as (
  insert into ticket_tags (workspace_id, tag, created_at, ticket_id)
  select $1, tag, at, id
    from ticket
    join given using (id), unnest(tags) as tag
)`,
	)}${when(
		claims,
		`, claim as (
  ${storeResponses("given", "response[1] || people || response[2]")}
)`,
	)}, event as (
  ${insertBatchedEvents(CREATED)}
), message as (
  ${insertMessages("given")}
)
select a.id as item_id, ${mayBeLeft ? "g.people" : "people"}${when(claims, `, ${SELECT_STORED.replaceAll("stored_", "a.stored_")}`)},
       ${mayBeLeft ? `case when g.id is not null then ${enqueue} end` : enqueue}
  from ${mayBeLeft ? "asked a left join given g on g.id = a.id" : "given a"}`;
}

function asked(given: NewTicket) {
	const { operation, ticket, contact, message, job } = given;
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
		contact_id: contact?.id,
		name: contact?.name,
		email: contact?.email,
		email_key: contact?.emailKey,
		contact_object: contact?.objectJson,
		named_contact_id: given.contactId,
		assignee_id: given.assigneeId,
		group_id: given.groupId,
		attributes: ticket.customAttributesJson,
		definitions: given.definitions,
		external_id: ticket.externalId,
		message_id: message.id,
		format: message.bodyFormat,
		body: message.body,
		body_text: message.bodyText,
		raw: given.raw,
		job: job.payload,
		response: given.response,
		message_response: given.messageResponse,
		...eventFields(given.cause, given.eventIds),
		...claimFields(operation),
	};
}
