import type { Statement } from "@supportdesk/pg/statement.ts";

/** How far the list of answered tickets was read. The one row belongs to no workspace. */
export function selectAnsweredSequence(): Statement {
	return {
		name: "answered_get",
		text: "select sequence from answered_tickets_read",
	};
}

export function saveAnsweredSequence(sequence: number): Statement {
	return {
		name: "answered_save",
		text: "update answered_tickets_read set sequence = greatest(sequence, $1)",
		values: [sequence],
	};
}
