import type { RetryDeliveryRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { deliveryNotFound, webhookNotFound } from "../domain/errors.ts";
import { deliveryJson } from "../domain/webhook.ts";
import {
	retryDelivery as retryDeliveryRow,
	selectDelivery,
} from "../store/deliveries.ts";
import { lockWebhook } from "../store/webhooks.ts";

export function retryDelivery({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: RetryDeliveryRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { webhookId, deliveryId } = request;
		const now = clock.now();
		const operation = operationOf(
			context,
			`deliveries.retry:${deliveryId}`,
			request.idempotency,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[
				lockWebhook(workspaceId, webhookId),
				selectDelivery(workspaceId, webhookId, deliveryId),
			],
			async (tx, [webhook, found]) => {
				if (!webhook.rows[0]) throw webhookNotFound();
				const delivery = found.rows[0];
				if (!delivery) throw deliveryNotFound();
				tx.defer(retryDeliveryRow(workspaceId, deliveryId, now));
				return {
					status: 200,
					body: deliveryJson({
						...delivery,
						status: "pending",
						nextAttemptAt: now.toISOString(),
					}),
					resourceId: "",
				};
			},
		);
		return stored(response);
	};
}
