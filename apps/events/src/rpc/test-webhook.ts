import type { TestWebhookRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { originOf } from "@supportdesk/outbox/new-event.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { eventJson } from "../domain/event.ts";
import { deliveryJson, webhookJson } from "../domain/webhook.ts";
import { insertDeliveries } from "../store/deliveries.ts";
import { changeWebhook } from "./change-webhook.ts";

const TYPE = "webhook.test"; // of no event in the log

export function testWebhook({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: TestWebhookRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const response = await changeWebhook(
			db,
			context,
			{
				name: "webhooks.test",
				id: request.id,
				idempotency: request.idempotency,
				now,
			},
			async (tx, webhook) => {
				const createdAt = now.toISOString();
				const eventId = newId("evt", now.getTime());
				const id = newId("dlv", now.getTime());
				const body = eventJson({
					id: eventId,
					sequence: 0,
					type: TYPE,
					createdAt,
					...originOf(context),
					resource: { type: "webhook", id: webhook.id },
					objectJson: webhookJson(webhook),
					previousJson: "null",
				});
				const delivery = {
					id,
					webhookId: webhook.id,
					eventId,
					eventType: TYPE,
				};
				tx.defer(insertDeliveries(workspaceId, [{ ...delivery, body }], now));
				return {
					status: 200,
					body: deliveryJson({
						...delivery,
						status: "pending",
						nextAttemptAt: createdAt,
						createdAt,
						attempts: [],
					}),
					resourceId: "",
				};
			},
		);
		return stored(response);
	};
}
