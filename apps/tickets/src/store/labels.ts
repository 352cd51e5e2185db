import type { Statement } from "@supportdesk/pg/statement.ts";

/** What an agent says the ticket's urgency is; the last word counts. */
export function saveUrgencyLabel(
	workspaceId: string,
	ticketId: string,
	urgency: string,
	updatedAt: string,
): Statement {
	return {
		name: "label_urgency",
		text: `insert into labels (workspace_id, ticket_id, urgency, updated_at)
values ($1, $2, $3, $4)
    on conflict (workspace_id, ticket_id)
    do update set urgency = excluded.urgency,
                  updated_at = excluded.updated_at`,
		values: [workspaceId, ticketId, urgency, updatedAt],
	};
}
