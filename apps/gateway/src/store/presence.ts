import type { Statement } from "@supportdesk/pg/statement.ts";

/** Notifies every gateway that listens; nothing is stored. */
export function notifyPresence(payload: string): Statement {
	return {
		name: "notify_presence",
		text: "select pg_notify('presence', $1)",
		values: [payload],
	};
}
