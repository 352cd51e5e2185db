import { integer, rowType } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

const SEQUENCE = rowType({ sequence: integer }, ({ sequence }) => sequence);

/** How far the list of answered tickets was read. The one row belongs to no workspace. */
export function selectAnsweredSequence(): Query<number> {
	return {
		name: "answered_get",
		text: "select sequence from answered_tickets_read",
		row: SEQUENCE,
	};
}

export function saveAnsweredSequence(sequence: number): Statement {
	return {
		name: "answered_save",
		text: "update answered_tickets_read set sequence = greatest(sequence, $1)",
		values: [sequence],
	};
}
