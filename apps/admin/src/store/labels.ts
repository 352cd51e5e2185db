import {
	integer,
	nullable,
	type Row,
	rowType,
	text,
} from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { Label } from "../domain/label.ts";

const LABEL = rowType({
	ticket_id: text,
	intent: nullable(text),
	urgency: nullable(text),
	sentiment: nullable(text),
});
export type LabelRow = Row<typeof LABEL.columns>;

const COUNT = rowType({ count: integer }, ({ count }) => count);

/** Labels a ticket of the workspace, if it exists; absent labels stay unchanged. */
export function saveLabel(
	workspaceId: string,
	ticketId: string,
	{ intent, urgency, sentiment }: Label,
	now: Date,
): Query<LabelRow> {
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
		row: LABEL,
	};
}

export function countLabels(workspaceId: string): Query<number> {
	return {
		text: "select count(*) as count from tickets.labels where workspace_id = $1",
		values: [workspaceId],
		row: COUNT,
	};
}
