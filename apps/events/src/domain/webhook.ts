/** Of a workspace: each event is queued for each of them. */
export const WEBHOOKS_MAX = 100;

/** An address that events are sent to. */
export interface Webhook {
	/** `whk_…` */
	readonly id: string;
	readonly url: string;
	/** As the client wrote them: types, and patterns such as `ticket.*`. */
	readonly types: readonly string[];
	readonly description: string;
	readonly enabled: boolean;
	/** Why the system disabled it: the endpoint said it is gone (410), or failed for five days. */
	readonly disabledReason: "gone" | "failing" | null;
	readonly createdAt: string;
	readonly updatedAt: string;
}

export type DeliveryStatus = "pending" | "delivered" | "failed";

/** One try to deliver an event. */
export interface Attempt {
	readonly number: number;
	readonly startedAt: string;
	readonly durationMs: number;
	/** Null where no response came. */
	readonly statusCode: number | null;
	readonly error: string | null;
	/** The first KiB. */
	readonly responseBody: string | null;
}

/** One event on its way to one webhook. */
export interface Delivery {
	/** `dlv_…` */
	readonly id: string;
	readonly webhookId: string;
	readonly eventId: string;
	readonly eventType: string;
	readonly status: DeliveryStatus;
	/** Of a pending one. */
	readonly nextAttemptAt: string | null;
	readonly createdAt: string;
	readonly attempts: readonly Attempt[];
}

/** The webhook as the API shows it; never its secret. */
export function webhookJson(webhook: Webhook): string {
	return JSON.stringify({
		id: webhook.id,
		url: webhook.url,
		types: webhook.types,
		description: webhook.description,
		enabled: webhook.enabled,
		disabled_reason: webhook.disabledReason,
		created_at: webhook.createdAt,
		updated_at: webhook.updatedAt,
	});
}

/** The delivery with all of its attempts as the API shows it. */
export function deliveryJson(delivery: Delivery): string {
	return JSON.stringify({
		id: delivery.id,
		webhook_id: delivery.webhookId,
		event_id: delivery.eventId,
		event_type: delivery.eventType,
		status: delivery.status,
		next_attempt_at: delivery.nextAttemptAt,
		created_at: delivery.createdAt,
		attempts: delivery.attempts.map((attempt) => ({
			number: attempt.number,
			started_at: attempt.startedAt,
			duration_ms: attempt.durationMs,
			status_code: attempt.statusCode,
			error: attempt.error,
			response_body: attempt.responseBody,
		})),
	});
}
