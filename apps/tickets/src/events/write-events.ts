import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";

/**
 * Writes events to the outbox with the transaction's next round trip, after the statements that were deferred before.
 * The transaction has locked what the events are about.
 */
export function writeEvents(
	tx: Transaction,
	workspaceId: string,
	events: readonly OutboxEvent[],
): void {
	if (events.length > 0) tx.defer(insertEvents(workspaceId, events));
}
