/**
 * The part of a statement that stores new messages, those that open a ticket and those that follow.
 *
 * @param from where they are, with a column for each parameter of the names below.
 */
export function insertMessages(from: string): string {
	return `insert into messages (workspace_id, ticket_id, id, type, body_format, body, body_text, body_raw,
                        contact_id, agent_id, ai_generated, status, created_at)
  select $1, ticket_id, message_id, type, format, body, body_text, raw,
         author_contact_id, author_agent_id, generated, message_status, created_at
    from ${from}`;
}
