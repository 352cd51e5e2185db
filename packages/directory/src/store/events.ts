import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import type { Db } from "@supportdesk/pg/statement.ts";

/** Writes the event of a change of what the tickets service stores to that service's outbox. */
export async function insertTicketsEvent(
	db: Db,
	workspaceId: string,
	event: OutboxEvent,
): Promise<void> {
	await db.query(insertEvents(workspaceId, [event], "tickets.outbox"));
}
