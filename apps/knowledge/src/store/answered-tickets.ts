import { boolean, integer, rowType, text } from "@supportdesk/pg/row-type.ts";
import { announceRows } from "@supportdesk/pg/row-watch.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

/** Why a ticket's answer may be another one now. */
export type AnsweredBecause = "answered" | "article changed";

// The tickets service watches them, where it runs in this process.
const ANSWERED_ROWS = "answered tickets";

/**
 * Notes that these tickets' answer may be another one now. The lock makes the numbers come into sight in their order: a
 * reader who has seen one has seen all before it.
 */
export function insertAnsweredTickets(
	workspaceId: string,
	ticketIds: readonly string[],
	because: AnsweredBecause,
	now: Date,
): Statement[] {
	announceRows(ANSWERED_ROWS);
	return [
		{
			name: "answered_lock",
			text: "select pg_advisory_xact_lock(hashtext('answered_tickets'))",
		},
		{
			name: "answered_insert",
			text: `insert into answered_tickets (workspace, ticket_id, article_changed, created_at)
select $1, ticket_id, $3, $4
  from unnest($2::text[]) as ticket_id`,
			values: [
				workspaceId,
				ticketIds,
				because === "article changed",
				now.toISOString(),
			],
		},
	];
}

/** A ticket whose answer may be another one now. */
export interface AnsweredTicket {
	/** Larger than that of all that were noted before. */
	readonly sequence: number;
	readonly workspaceId: string;
	readonly ticketId: string;
	readonly articleChanged: boolean;
}

const ANSWERED_TICKET = rowType(
	{
		sequence: integer,
		workspace: text,
		ticket_id: text,
		article_changed: boolean,
	},
	(row): AnsweredTicket => ({
		sequence: row.sequence,
		workspaceId: row.workspace,
		ticketId: row.ticket_id,
		articleChanged: row.article_changed,
	}),
);

export function selectAnsweredTickets(
	after: number,
	rowsMax: number,
): Query<AnsweredTicket> {
	return {
		name: "answered_list",
		text: `select sequence, workspace, ticket_id, article_changed
  from answered_tickets
 where sequence > $1
 order by sequence
 limit $2`,
		values: [after, rowsMax],
		row: ANSWERED_TICKET,
	};
}
