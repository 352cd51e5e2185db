import type { OutboxEvent } from "@supportdesk/contracts/supportdesk/events/v1/outbox.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { read, writeAll } from "@supportdesk/pg/transaction.ts";
import { wants } from "../domain/wants.ts";
import { appendEvents } from "../store/append.ts";
import type { NewDelivery } from "../store/deliveries.ts";
import { selectSubscriptions } from "../store/webhooks.ts";

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
		const deliveries = webhooks.flatMap(({ id: webhookId, types }) =>
			own
				.filter(({ type }) => wants(types, type))
				.map(
					(event): NewDelivery => ({
						id: newId("dlv", now.getTime()),
						webhookId,
						eventId: event.id,
						eventType: event.type,
					}),
				),
		);
		await writeAll(db, workspaceId, [
			...appendEvents(workspaceId, own, deliveries, now),
		]);
	}
}
