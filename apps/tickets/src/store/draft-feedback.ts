import type { Statement } from "@supportdesk/pg/statement.ts";
import type { Draft } from "../domain/draft.ts";

/** What an agent made of a draft that was not sent as it was. */
export interface DraftFeedback {
	readonly kind: "edited" | "discarded";
	/** What was sent in its place. */
	readonly body?: string;
	/** Why it was discarded. */
	readonly reason?: string;
	/** The owner of the key. */
	readonly agentId: string;
	/** ISO 8601. */
	readonly createdAt: string;
}

export function saveFeedback(
	workspaceId: string,
	{ id, ticketId }: Pick<Draft, "id" | "ticketId">,
	{ kind, body, reason, agentId, createdAt }: DraftFeedback,
): Statement {
	return {
		name: "draft_feedback_insert",
		text: `insert into draft_feedback (workspace_id, draft_id, ticket_id, kind, body, reason, agent_id, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict do nothing`,
		values: [workspaceId, id, ticketId, kind, body, reason, agentId, createdAt],
	};
}
