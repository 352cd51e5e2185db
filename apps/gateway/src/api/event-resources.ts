import { EVENT_TYPES } from "@supportdesk/outbox/event-types.ts";
import { z } from "../openapi/zod.ts";
import { id, timestamp } from "./resources.ts";

// The events service's responses, for the API document; see resources.ts.

export const Event = z
	.object({
		id: id("evt"),
		type: z.enum([...EVENT_TYPES, "webhook.test"]).openapi({
			description:
				"`webhook.test` only in the event that the test of a webhook sends, which has the sequence 0 and is in no list.",
		}),
		sequence: z.int().min(1).openapi({
			description: "Counts the workspace's events: 1, 2, 3 … without gaps.",
		}),
		created_at: timestamp,
		actor: z.object({
			type: z.enum(["api_key", "agent", "contact", "system"]),
			id: z.string().nullable().openapi({ description: "Null: the system." }),
		}),
		request_id: z.string().nullable().openapi({
			description: "The request that caused it; null where none did.",
		}),
		resource: z.object({ type: z.string(), id: z.string() }),
		data: z.object({
			object: z.record(z.string(), z.unknown()).openapi({
				description:
					"The resource as its GET showed it after the change; before it if it was deleted. A ticket has no messages and no participants here, a gap no `topic` and no `example_queries`.",
			}),
			previous: z.record(z.string(), z.unknown()).nullable().openapi({
				description:
					"The fields that changed, as they were; null where there was nothing before, a field's value as well as all of it.",
			}),
		}),
	})
	.openapi("Event");

const webhook = {
	id: id("whk"),
	url: z.string(),
	types: z.array(z.string()),
	description: z.string(),
	enabled: z.boolean(),
	disabled_reason: z.enum(["gone", "failing"]).nullable().openapi({
		description:
			"Why the system disabled it: the endpoint returned 410, or failed for five days.",
	}),
	created_at: timestamp,
	updated_at: timestamp,
};

export const Webhook = z.object(webhook).openapi("Webhook");

export const WebhookWithSecret = z
	.object({
		...webhook,
		secret: z.string().openapi({
			description: "What deliveries are signed with. Shown only here.",
			example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9vXGRQO7xVw=",
		}),
	})
	.openapi("WebhookWithSecret");

export const Delivery = z
	.object({
		id: id("dlv"),
		webhook_id: id("whk"),
		event_id: id("evt"),
		event_type: z.string(),
		status: z.enum(["pending", "delivered", "failed"]),
		next_attempt_at: timestamp.nullable(),
		created_at: timestamp,
		attempts: z.array(
			z.object({
				number: z.int().min(1),
				started_at: timestamp,
				duration_ms: z.int().min(0),
				status_code: z.int().nullable().openapi({
					description: "Null where no response came.",
				}),
				error: z.string().nullable(),
				response_body: z
					.string()
					.nullable()
					.openapi({ description: "The first KiB." }),
			}),
		),
	})
	.openapi("Delivery");

export const Replay = z
	.object({
		id: id("whk"),
		queued: z.int().min(0).openapi({ description: "Deliveries." }),
	})
	.openapi("Replay");
