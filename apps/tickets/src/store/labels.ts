import { nullable, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Correction } from "../domain/ticket.ts";

/** What agents say of a ticket; what they did not say stays. */
export interface Label extends Correction {
	readonly urgency?: string;
}

/** The last word counts. */
export function saveLabel(
	workspaceId: string,
	ticketId: string,
	{ intent, urgency, sentiment }: Label,
	updatedAt: string,
): Statement {
	return {
		name: "label_save",
		text: `insert into labels as l (workspace_id, ticket_id, intent, urgency, sentiment, updated_at)
values ($1, $2, $3, $4, $5, $6)
    on conflict (workspace_id, ticket_id)
    do update set intent = coalesce(excluded.intent, l.intent),
                  urgency = coalesce(excluded.urgency, l.urgency),
                  sentiment = coalesce(excluded.sentiment, l.sentiment),
                  updated_at = excluded.updated_at`,
		values: [workspaceId, ticketId, intent, urgency, sentiment, updatedAt],
	};
}

/** What agents have corrected of a ticket's signals; no row for nothing. */
export function selectCorrection(
	workspaceId: string,
	ticketId: string,
): Query<Correction> {
	return {
		name: "label_correction",
		text: `select intent, sentiment
  from labels
 where workspace_id = $1
   and ticket_id = $2`,
		values: [workspaceId, ticketId],
		row: CORRECTION,
	};
}

const CORRECTION = rowType(
	{ intent: nullable(text), sentiment: nullable(text) },
	({ intent, sentiment }): Correction => ({
		...(intent !== null && { intent }),
		...(sentiment !== null && { sentiment }),
	}),
);
