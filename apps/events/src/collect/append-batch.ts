import type { OutboxEvent } from "@supportdesk/contracts/supportdesk/events/v1/outbox.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { read, writeAll } from "@supportdesk/pg/transaction.ts";
import { appendEvents, eraseContacts } from "../store/append.ts";
import { selectSubscriptions } from "../store/webhooks.ts";
import { newDeliveries } from "./new-deliveries.ts";

const ERASED_BATCH = 1_000; // rows of one statement, far within its time limit

/**
 * Appends collected events to the logs of their workspaces and queues their deliveries, each workspace's in a transaction
 * of its own. Webhooks are read after the events were collected, so that a webhook gets every change that committed after
 * it was created.
 */
export async function appendBatch(
	db: Pool,
	events: readonly OutboxEvent[],
	now: Date,
): Promise<void> {
	const byWorkspace = Map.groupBy(events, ({ workspaceId }) => workspaceId);
	for (const [workspaceId, own] of byWorkspace) {
		const webhooks = await read(
			db,
			workspaceId,
			selectSubscriptions(workspaceId),
		);
		const deliveries = newDeliveries(webhooks, own, now);
		const append = appendEvents(workspaceId, own, deliveries, now);
		const contactIds = new Set(own.map(({ contactId }) => contactId));
		contactIds.delete("");
		if (contactIds.size === 0) await writeAll(db, workspaceId, append);
		else await appendAndErase(db, workspaceId, append, [...contactIds]);
	}
}

/** Repeated if the process dies before its end: the batch is still in the outbox and is appended again. */
async function appendAndErase(
	db: Pool,
	workspaceId: string,
	append: readonly Statement[],
	contactIds: readonly string[],
): Promise<void> {
	const erase = eraseContacts(workspaceId, contactIds, ERASED_BATCH);
	const results: readonly unknown[][] = await writeAll(db, workspaceId, [
		...append,
		erase,
	]);
	let erased = results.at(-1)!;
	while (erased.length === ERASED_BATCH)
		[erased] = await writeAll(db, workspaceId, [erase]);
}
