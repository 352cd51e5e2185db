import { newId } from "@supportdesk/ids/ids.ts";
import { wants } from "../domain/wants.ts";
import type { NewDelivery } from "../store/deliveries.ts";

/** The deliveries of events to the webhooks that want them. */
export function newDeliveries(
	webhooks: readonly { readonly id: string; readonly types: string[] }[],
	events: readonly { readonly id: string; readonly type: string }[],
	now: Date,
): NewDelivery[] {
	return webhooks.flatMap(({ id: webhookId, types }) =>
		events
			.filter(({ type }) => wants(types, type))
			.map(({ id: eventId, type: eventType }) => ({
				...{ id: newId("dlv", now.getTime()), webhookId },
				...{ eventId, eventType },
			})),
	);
}
