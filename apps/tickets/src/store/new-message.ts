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
import {
	nullable,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { OutcomeRow } from "@supportdesk/pg/run-creation.ts";
import { brokenConstraint } from "@supportdesk/pg/sqlstate.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { Message } from "../domain/message.ts";
import {
	EVENT_FIELDS,
	eventFields,
	insertBatchedEvents,
} from "./batched-events.ts";
import { insertMessages } from "./insert-messages.ts";

/** An agent's message to write. */
export interface NewMessage {
	/** Its author's name and address are looked up; it is stored after its ticket's last message, even if its clock is behind. */
	readonly message: Message;
	/** What came in, where it differs from the body that is shown. */
	readonly raw: string | null;
	/** What brings it to the customer. */
	readonly job: JobExpression | undefined;
	/** Undefined where a transaction holds the claim and stores the response. */
	readonly operation?: Operation;
	/** The Message object but for author and time: what stands before, between and behind them. */
	readonly response: readonly [head: string, middle: string, tail: string];
	readonly cause: Cause;
	/** Of its `message.created`. */
	readonly eventId: string;
}

/** What a message is given as it is stored. */
export interface StoredMessage {
	/** JSON of its author. */
	readonly author: string;
	readonly createdAt: string;
}

type Outcome = OutcomeRow<StoredMessage>;

/**
 * Stores agents' messages with their events, counts them on their tickets, queues the mails, claims the operations' names
 * and stores their responses. Returns each one's author and time; of one nothing is written where its name was claimed
 * before, the ticket or the author is missing, another transaction is changing the ticket, because to wait for one would
 * keep all the others, or a reply changes the ticket: it makes a draft obsolete, whose event needs the draft, or the ticket pending.
 */
export const WRITE_MESSAGES: BatchedWrite<NewMessage, Outcome> = {
	name: "messages_write",
	statement: (workspaceId, messages) =>
		writeMessages("messages_write", IN_BATCH, workspaceId, messages),
	idOf: ({ message }) => message.id,
	isDuplicate: isDuplicateMessage,
};

/**
 * The same of one message, when its ticket is free. The ticket no longer names the draft that a reply makes obsolete; the
 * caller stores that the draft is retracted, or sent.
 */
export const writeMessageAlone = (
	workspaceId: string,
	message: NewMessage,
): Query<Outcome> =>
	writeMessages("message_write_alone", ALONE, workspaceId, [message]);

/** Whether a statement failed because the message, or one with its operation's name, had been written before. */
export function isDuplicateMessage(err: unknown): boolean {
	return brokenConstraint(err) === "messages_pkey" || claimIsTaken(err);
}

const COLUMNS = {
	item_id: text,
	author: nullable(text),
	created_at: nullable(timestamp),
};
const UNCLAIMED = rowType(
	COLUMNS,
	(row): Outcome => ({
		itemId: row.item_id,
		written: writtenOf(row.author, row.created_at),
		stored: undefined,
	}),
);
const OUTCOME = rowType(
	{ ...COLUMNS, ...STORED_FIELDS },
	(row): Outcome => ({
		itemId: row.item_id,
		written: writtenOf(row.author, row.created_at),
		stored: storedClaim(row),
	}),
);

function writtenOf(
	author: string | null,
	createdAt: string | null,
): StoredMessage | undefined {
	return author === null || createdAt === null
		? undefined
		: { author, createdAt };
}

// A reply changes nothing of the ticket that an event would have to show.
const STAYS = `and (type <> 'outbound' or ready_draft_id is null
                and not (ticket_status = 'open'
                         and exists (select
                                       from workspace_settings
                                      where workspace_id = $1
                                        and pending_after_reply)))`;

interface Locking {
	readonly whereLocked: "skip locked" | "";
	readonly leavesChanges: boolean;
}
const IN_BATCH: Locking = { whereLocked: "skip locked", leavesChanges: true };
const ALONE: Locking = { whereLocked: "", leavesChanges: false };

// As `timestampText` writes it.
const CREATED_AT = `to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const AUTHOR =
	"(select row_to_json(r)::text from (select 'agent' as type, id, name, email) r)";

const MESSAGE_OBJECT = `response[1] || author || response[2] || ${CREATED_AT} || response[3]`;
const CREATED = `(select *, event_ids[1] as event_id, 'message.created' as event_type, id as resource_id,
                 ticket_id as event_ticket_id, contact_id as event_contact_id, created_at as event_at,
                 ${MESSAGE_OBJECT} as object
            from given) as g`;

// Tickets are looked up by the array, and authors one by one, so that no plan reads a workspace's others.
function writeMessages(
	name: string,
	{ whereLocked, leavesChanges }: Locking,
	workspaceId: string,
	messages: readonly NewMessage[],
): Query<Outcome> {
	const job = messages.find((each) => each.job)?.job;
	const claims = messages.some(({ operation }) => operation?.claim);
	const when = (part: boolean, sql: string) => (part ? sql : "");
	return {
		name: `${name}${when(Boolean(job), "_queued")}${when(claims, "_claims")}`,
		text: `with asked as materialized (
  select *
    from json_to_recordset($2) as a (ticket_id text, id text, type text, at timestamptz, format text, body text,
                                     body_text text, raw text, agent_id text, generated boolean, status text, job text,
                                     response text[], ${EVENT_FIELDS}${when(claims, `, ${CLAIM_FIELDS}`)})
    ${when(claims, FIND_STORED)}
), free as materialized (
  select id as free_id, status as ticket_status, contact_id, ready_draft_id, last_message_at + interval '1 millisecond' as earliest
    from tickets
   where workspace_id = $1
     and id = any($3)
     and deleted_at is null
     and merged_into is null
     for no key update ${whereLocked}
), given as (
  select a.*, id as message_id, status as message_status, agent_id as author_agent_id, null as author_contact_id,
         greatest(at, earliest) as created_at, contact_id, writer.author
    from asked a
    join free on free_id = ticket_id
     ${when(leavesChanges, STAYS)}
    join lateral (
         select ${AUTHOR} as author
           from agents
          where workspace_id = $1
            and id = a.agent_id
            and deactivated_at is null
          limit 1) as writer on true
   ${when(claims, "where stored_fingerprint is null")}
), ticket as (
  update tickets t
     set message_count = message_count + m.count,
         last_message_at = greatest(last_message_at, m.last_at),
         waiting_since = case when m.answers then null else waiting_since end,
         ready_draft_id = case when m.answers then null else ready_draft_id end,
         updated_at = greatest(updated_at + interval '1 millisecond', m.last_at)
    from (select ticket_id, count(*) as count, max(created_at) as last_at, bool_or(type = 'outbound') as answers
            from given
           group by ticket_id) as m
   where t.workspace_id = $1
     and t.id = any($3)
     and t.id = m.ticket_id
), event as (
  ${insertBatchedEvents(CREATED)}
), ${when(
			claims,
			`claim as (
  ${storeResponses("given", MESSAGE_OBJECT)}
), `,
		)}message as (
  ${insertMessages("given")}
)
select a.id as item_id, g.author, g.created_at${when(claims, `, ${SELECT_STORED.replaceAll("stored_", "a.stored_")}`)}${
			job
				? `,
       case when g.job is not null then ${job.sql("g.job")} end`
				: ""
		}
  from asked a
  left join given g on g.id = a.id`,
		values: [
			workspaceId,
			JSON.stringify(messages.map(asked)),
			[...new Set(messages.map(({ message }) => message.ticketId))],
		],
		row: claims ? OUTCOME : UNCLAIMED,
	};
}

function asked({
	message,
	raw,
	job,
	operation,
	response,
	cause,
	eventId,
}: NewMessage) {
	return {
		ticket_id: message.ticketId,
		id: message.id,
		type: message.type,
		at: message.createdAt,
		format: message.bodyFormat,
		body: message.body,
		body_text: message.bodyText,
		raw,
		agent_id: message.author.id,
		generated: message.aiGenerated,
		status: message.status,
		job: job?.payload,
		response,
		...eventFields(cause, [eventId]),
		...(operation && claimFields(operation)),
	};
}
