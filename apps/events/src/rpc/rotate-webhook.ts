import type { RotateWebhookRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { later } from "@supportdesk/operations/later.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { webhookJson } from "../domain/webhook.ts";
import { rotateSecret } from "../store/webhooks.ts";
import { changeWebhook } from "./change-webhook.ts";
import { withSecret } from "./with-secret.ts";

const PREVIOUS_SIGNS_MS = 24 * 60 * 60 * 1000; // the API promises a day to change over

export function rotateWebhook({
	db,
	clock,
	secretsKey,
}: Pick<Deps, "db" | "clock" | "secretsKey">) {
	return async (request: RotateWebhookRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { id } = request;
		const now = clock.now();
		const response = await changeWebhook(
			db,
			context,
			{ name: "webhooks.rotate", id, idempotency: request.idempotency, now },
			async (tx, current) => {
				const updatedAt = later(current.updatedAt, now);
				const until = new Date(now.getTime() + PREVIOUS_SIGNS_MS);
				const { rows } = await tx.query(
					rotateSecret(workspaceId, id, until, updatedAt),
				);
				return {
					status: 200,
					body: webhookJson({ ...current, updatedAt }),
					// Which secret it was is known again when the response is replayed.
					resourceId: String(rows[0]),
				};
			},
		);
		const version = Number(response.resourceId);
		return {
			...withSecret(stored(response), secretsKey, id, version),
			resourceId: "",
		};
	};
}
