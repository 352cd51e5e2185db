import type { Statement } from "@supportdesk/pg/statement.ts";
import type { Label } from "../domain/label.ts";

export interface LabelRow {
	readonly ticket_id: string;
	readonly intent: string | null;
	readonly urgency: string | null;
	readonly sentiment: string | null;
}

/** Labels a ticket of the workspace, if there is one; what is not given stays as it was. */
export function saveLabel(
	workspaceId: string,
	ticketId: string,
	{ intent, urgency, sentiment }: Label,
	now: Date,
): Statement {
	return {
		text: `insert into tickets.labels as l (workspace_id, ticket_id, intent, urgency, sentiment, updated_at)
		       select workspace_id, id, $3, $4, $5, $6
		         from tickets.tickets
		        where workspace_id = $1 and id = $2 and deleted_at is null
		       on conflict (workspace_id, ticket_id)
		       do update set intent = coalesce(excluded.intent, l.intent),
		                     urgency = coalesce(excluded.urgency, l.urgency),
		                     sentiment = coalesce(excluded.sentiment, l.sentiment),
		                     updated_at = excluded.updated_at
		       returning ticket_id, intent, urgency, sentiment`,
		values: [
			workspaceId,
			ticketId,
			intent,
			urgency,
			sentiment,
			now.toISOString(),
		],
	};
}

export function countLabels(workspaceId: string): Statement {
	return {
		text: "select count(*) as count from tickets.labels where workspace_id = $1",
		values: [workspaceId],
	};
}
