import { z } from "../openapi/zod.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import { Delivery, Replay } from "./event-resources.ts";
import * as examples from "./examples.ts";
import { oneOfOrAll, toPage } from "./query-fields.ts";
import { listOf } from "./resources.ts";
import { NOTHING, walk, webhookId } from "./webhooks.ts";

const deliveryId: PathId = {
	prefix: "dlv",
	notFound: "delivery_not_found",
	noun: "delivery",
};

export const replayWebhook = endpoint({
	method: "post",
	path: "/v1/webhooks/:id/replay",
	scope: "webhooks:write",
	ids: { id: webhookId },
	body: z
		.strictObject({
			after: z.int().min(0).openapi({
				description:
					"A sequence; every later event that is kept is sent again.",
			}),
		})
		.openapi("ReplayRequest"),
	idempotent: true,
	call: ({ events }, { params, body, idempotency }, context) =>
		events.replayWebhook(
			{ id: params.id!, after: body.after, idempotency },
			context,
		),
	documentation: {
		operationId: "replayWebhook",
		tag: "Webhooks",
		summary: "Replay events to a webhook",
		description:
			"Queues a delivery of every event behind a sequence that the webhook names, delivered before or not.",
		response: Replay,
		requestExample: { after: 4700 },
		responseExample: { id: examples.webhook.id, queued: 11 },
	},
});

export const listDeliveries = endpoint({
	method: "get",
	path: "/v1/webhooks/:id/deliveries",
	scope: "webhooks:read",
	ids: { id: webhookId },
	query: z.strictObject({
		status: oneOfOrAll(["pending", "delivered", "failed"]),
		...walk,
	}),
	call: ({ events }, { params, query }, context) =>
		events.listDeliveries(
			{ webhookId: params.id!, page: toPage(query), status: query.status },
			context,
		),
	documentation: {
		operationId: "listDeliveries",
		tag: "Webhooks",
		summary: "List a webhook's deliveries",
		response: listOf(Delivery, "DeliveryList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.delivery),
	},
});

export const retryDelivery = endpoint({
	method: "post",
	path: "/v1/webhooks/:id/deliveries/:delivery_id/retry",
	scope: "webhooks:write",
	ids: { id: webhookId, delivery_id: deliveryId },
	body: NOTHING,
	bodyOptional: true,
	idempotent: true,
	call: ({ events }, { params, idempotency }, context) =>
		events.retryDelivery(
			{
				webhookId: params.id!,
				deliveryId: params.delivery_id!,
				idempotency,
			},
			context,
		),
	documentation: {
		operationId: "retryDelivery",
		tag: "Webhooks",
		summary: "Retry a delivery",
		description: "Now, whatever became of it before.",
		response: Delivery,
		responseExample: {
			...examples.delivery,
			status: "pending",
			next_attempt_at: examples.delivery.created_at,
		},
	},
});
