import { z } from "../openapi/zod.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import { Delivery, Webhook, WebhookWithSecret } from "./event-resources.ts";
import { eventPatterns } from "./event-types.ts";
import * as examples from "./examples.ts";
import { cleared, text, textOrNull } from "./fields.ts";
import { cursor, limit, sort, toPage } from "./query-fields.ts";
import { Deleted, listOf } from "./resources.ts";

export const webhookId: PathId = {
	prefix: "whk",
	notFound: "webhook_not_found",
	noun: "webhook",
};

const URL_CHARACTERS_MAX = 2_000;
const DESCRIPTION_CHARACTERS_MAX = 255;

const url = text({ max: URL_CHARACTERS_MAX, trimmed: true }).openapi({
	format: "uri",
	description:
		"http or https, without credentials, at a public address: loopback and private networks are refused.",
});
const description = text({ max: DESCRIPTION_CHARACTERS_MAX, trimmed: true });
const types = eventPatterns.openapi({
	description: "Types of events; `ticket.*` for all of a kind.",
});

const NewWebhook = z
	.strictObject({
		url,
		types,
		description: description.optional(),
		enabled: z.boolean().default(true),
	})
	.openapi("NewWebhook");

const WebhookChanges = z
	.strictObject({
		url: url.optional(),
		types: types.optional(),
		description: textOrNull(description, "Null removes it."),
		enabled: z.boolean().optional(),
	})
	.openapi("WebhookChanges");

/** The body of an action that takes no parameters. */
export const NOTHING = z.strictObject({});

/** The query of the lists of webhooks and deliveries. */
export const walk = {
	sort: sort(["created_at"], "created_at:desc"),
	limit,
	cursor,
};

export const listWebhooks = endpoint({
	method: "get",
	path: "/v1/webhooks",
	scope: "webhooks:read",
	ids: {},
	query: z.strictObject(walk),
	call: ({ events }, { query }, context) =>
		events.listWebhooks({ page: toPage(query) }, context),
	documentation: {
		operationId: "listWebhooks",
		tag: "Webhooks",
		summary: "List webhooks",
		response: listOf(Webhook, "WebhookList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.webhook),
	},
});

export const createWebhook = endpoint({
	method: "post",
	path: "/v1/webhooks",
	scope: "webhooks:write",
	ids: {},
	body: NewWebhook,
	idempotent: true,
	location: (id) => `/v1/webhooks/${id}`,
	call: ({ events }, { body, idempotency }, context) =>
		events.createWebhook(
			{
				url: body.url,
				types: body.types,
				description: body.description ?? "",
				enabled: body.enabled,
				idempotency,
			},
			context,
		),
	documentation: {
		operationId: "createWebhook",
		tag: "Webhooks",
		summary: "Create a webhook",
		description:
			"Every event of these types that commits from now on is sent to the URL. The response shows the secret, once.",
		status: 201,
		response: WebhookWithSecret,
		errors: ["webhook_url_refused", "webhook_limit_exceeded"],
		requestExample: examples.newWebhook,
		responseExample: examples.webhookWithSecret,
	},
});

export const getWebhook = endpoint({
	method: "get",
	path: "/v1/webhooks/:id",
	scope: "webhooks:read",
	ids: { id: webhookId },
	call: ({ events }, { params }, context) =>
		events.getWebhook({ id: params.id! }, context),
	documentation: {
		operationId: "getWebhook",
		tag: "Webhooks",
		summary: "Retrieve a webhook",
		response: Webhook,
		responseExample: examples.webhook,
	},
});

export const updateWebhook = endpoint({
	method: "patch",
	path: "/v1/webhooks/:id",
	scope: "webhooks:write",
	ids: { id: webhookId },
	body: WebhookChanges,
	bodyOptional: true,
	call: ({ events }, { params, body }, context) =>
		events.updateWebhook(
			{
				id: params.id!,
				...body,
				types: body.types ?? [],
				description: cleared(body.description),
			},
			context,
		),
	documentation: {
		operationId: "updateWebhook",
		tag: "Webhooks",
		summary: "Update a webhook",
		description:
			"Only the fields in the body change. While it is disabled no events are queued for it, and what is queued waits.",
		response: Webhook,
		errors: ["webhook_url_refused"],
		requestExample: { enabled: false },
		responseExample: { ...examples.webhook, enabled: false },
	},
});

export const deleteWebhook = endpoint({
	method: "delete",
	path: "/v1/webhooks/:id",
	scope: "webhooks:write",
	ids: { id: webhookId },
	call: ({ events }, { params }, context) =>
		events.deleteWebhook({ id: params.id! }, context),
	documentation: {
		operationId: "deleteWebhook",
		tag: "Webhooks",
		summary: "Delete a webhook",
		description: "Its deliveries go with it.",
		response: Deleted,
		responseExample: examples.deleted(examples.webhook.id),
	},
});

export const rotateWebhook = endpoint({
	method: "post",
	path: "/v1/webhooks/:id/rotate",
	scope: "webhooks:write",
	ids: { id: webhookId },
	body: NOTHING,
	bodyOptional: true,
	idempotent: true,
	call: ({ events }, { params, idempotency }, context) =>
		events.rotateWebhook({ id: params.id!, idempotency }, context),
	documentation: {
		operationId: "rotateWebhook",
		tag: "Webhooks",
		summary: "Rotate a webhook's secret",
		description:
			"Deliveries are signed with the new secret from now on, and with the old one too for 24 hours.",
		response: WebhookWithSecret,
		responseExample: examples.webhookWithSecret,
	},
});

export const testWebhook = endpoint({
	method: "post",
	path: "/v1/webhooks/:id/test",
	scope: "webhooks:write",
	ids: { id: webhookId },
	body: NOTHING,
	bodyOptional: true,
	idempotent: true,
	call: ({ events }, { params, idempotency }, context) =>
		events.testWebhook({ id: params.id!, idempotency }, context),
	documentation: {
		operationId: "testWebhook",
		tag: "Webhooks",
		summary: "Test a webhook",
		description:
			"Sends an event of the type `webhook.test`, with sequence 0, that is in no list of events.",
		response: Delivery,
		responseExample: {
			...examples.delivery,
			event_type: "webhook.test",
			status: "pending",
			next_attempt_at: examples.delivery.created_at,
			attempts: [],
		},
	},
});
