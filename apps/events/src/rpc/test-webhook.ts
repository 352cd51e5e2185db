import type { TestWebhookRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { webhookNotFound } from "../domain/errors.ts";
import { eventJson } from "../domain/event.ts";
import { deliveryJson, webhookJson } from "../domain/webhook.ts";
import { insertDeliveries } from "../store/deliveries.ts";
import { lockWebhook } from "../store/webhooks.ts";

const TYPE = "webhook.test"; // of no event in the log

export function testWebhook({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: TestWebhookRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const operation = operationOf(
			context,
			`webhooks.test:${request.id}`,
			request.idempotency,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[lockWebhook(workspaceId, request.id)],
			async (tx, [found]) => {
				const webhook = found.rows[0];
				if (!webhook) throw webhookNotFound();
				const createdAt = now.toISOString();
				const eventId = newId("evt", now.getTime());
				const id = newId("dlv", now.getTime());
				const body = eventJson({
					id: eventId,
					sequence: 0,
					type: TYPE,
					createdAt,
					actor: { type: "api_key", id: context.apiKeyId },
					requestId: context.requestId,
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
