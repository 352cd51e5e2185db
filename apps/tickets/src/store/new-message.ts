import type { JobExpression } from "@supportdesk/pg/job-queue.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import type { ItemRow, SharedWrite } from "@supportdesk/pg/write-together.ts";
import type { Message } from "../domain/message.ts";

/** The unique constraint that a message stored twice would break. */
export const MESSAGE_ID = "messages_pkey";

/** What a message is given as it is stored: its author's name and address, and its time. */
export interface StoredRow extends ItemRow {
	name: string;
	email: string;
	created_at: string;
}

/** An agent's message without attachments. */
export interface AgentMessage {
	/** Its author's name and address are looked up; it is stored after its ticket's last message, whatever its time. */
	readonly message: Message;
	/** What came in, where it differs from the body that is shown. */
	readonly raw: string | null;
	/** What brings it to the customer. */
	readonly job: JobExpression | undefined;
}

/**
 * Stores agents' messages, counts them on their tickets, retracts the drafts that replies make obsolete and queues the
 * mails. Answers each one's author and time; no row, and
 * nothing written, where the ticket or the author is missing, and where somebody else is changing the ticket: to wait
 * for one would keep all the others.
 */
export const WRITE_MESSAGES: SharedWrite<AgentMessage> = {
	name: "messages_write",
	statement: (workspaceId, messages) =>
		writeMessages("messages_write", "skip locked", workspaceId, messages),
	idOf: ({ message }) => message.id,
	idConstraint: MESSAGE_ID,
};

/** The same of one message, when its ticket is free. */
export const writeMessageAlone = (
	workspaceId: string,
	message: AgentMessage,
): Statement =>
	writeMessages("message_write_alone", "", workspaceId, [message]);

// Tickets are looked up by the array, and authors one by one, so that no plan reads a workspace's others.
function writeMessages(
	name: string,
	whereLocked: "skip locked" | "",
	workspaceId: string,
	messages: readonly AgentMessage[],
): Statement {
	const job = messages.find((each) => each.job)?.job;
	return {
		name: job ? `${name}_queued` : name,
		text: `with asked as materialized (
  select *
    from json_to_recordset($2) as a (ticket_id text, id text, type text, at timestamptz, format text, body text,
                                     body_text text, raw text, agent_id text, generated boolean, status text, job text)
), free as materialized (
  select id, ready_draft_id, last_message_at + interval '1 millisecond' as earliest
    from tickets
   where workspace_id = $1
     and id = any($3)
     and deleted_at is null
     for no key update ${whereLocked}
), given as (
  select m.*, greatest(m.at, free.earliest) as created_at, free.ready_draft_id, author.name, author.email
    from asked m
    join free on free.id = m.ticket_id
    join lateral (select name, email
                    from agents
                   where workspace_id = $1
                     and id = m.agent_id
                     and deactivated_at is null
                   limit 1) as author on true
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
), retracted as (
  update drafts
     set status = 'superseded',
         updated_at = greatest(updated_at + interval '1 millisecond', (select max(created_at) from given))
   where workspace_id = $1
     and id = any(array(select ready_draft_id
                          from given
                         where type = 'outbound'
                           and ready_draft_id is not null))
     and status = 'ready'
), message as (
  insert into messages (workspace_id, ticket_id, id, type, body_format, body, body_text, body_raw,
                        agent_id, ai_generated, status, created_at)
  select $1, ticket_id, id, type, format, body, body_text, raw, agent_id, generated, status, created_at
    from given
)
select id as item_id, name, email, created_at${job ? `, case when job is not null then ${job.sql("job")} end` : ""}
  from given`,
		values: [
			workspaceId,
			JSON.stringify(messages.map(asked)),
			[...new Set(messages.map(({ message }) => message.ticketId))],
		],
	};
}

function asked({ message, raw, job }: AgentMessage) {
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
	};
}
