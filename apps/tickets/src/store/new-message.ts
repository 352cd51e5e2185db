import type { JobExpression } from "@supportdesk/pg/jobs.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import type { Message } from "../domain/message.ts";
import { COUNT_MESSAGE } from "./messages.ts";

/** The unique constraint that a message stored twice would break. */
export const MESSAGE_ID = "messages_pkey";

export interface AuthorRow {
	name: string;
	email: string;
}

/**
 * Stores an agent's message without attachments, counts it on its ticket and queues its mail, if the ticket and the
 * author are there. Answers the author; no row, and nothing written, when one of the two is missing.
 */
export function writeAgentMessage(
	workspaceId: string,
	message: Message,
	raw: string | null,
	job: JobExpression | undefined,
): Statement {
	return {
		name: job ? "message_write_queued" : "message_write",
		text: `with ticket as (
  update tickets t
     set ${COUNT_MESSAGE}
    from agents a
   where t.workspace_id = $1
     and t.id = $2
     and t.deleted_at is null
     and a.workspace_id = $1
     and a.id = $6
  returning a.name, a.email
), message as (
  insert into messages (workspace_id, ticket_id, id, type, body_format, body, body_text, body_raw,
                        agent_id, ai_generated, status, created_at)
  select $1, $2, $7, $3, $8, $9, $10, $11, $6, $12, $13, $4
    from ticket
)
select name, email${job ? `, ${job.sql("$14")}` : ""}
  from ticket`,
		values: [
			workspaceId,
			message.ticketId,
			message.type,
			message.createdAt,
			message.createdAt,
			message.author.id,
			message.id,
			message.bodyFormat,
			message.body,
			message.bodyText,
			raw,
			message.aiGenerated,
			message.status,
			...(job ? [job.payload] : []),
		],
	};
}
