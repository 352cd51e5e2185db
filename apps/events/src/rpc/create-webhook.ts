import type { CreateWebhookRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { webhookLimitExceeded } from "../domain/errors.ts";
import { type Webhook, webhookJson } from "../domain/webhook.ts";
import { insertWebhook } from "../store/webhooks.ts";
import { checkUrl } from "./check-url.ts";
import { withSecret } from "./with-secret.ts";

export function createWebhook({
	db,
	clock,
	network,
	secretsKey,
}: Pick<Deps, "db" | "clock" | "network" | "secretsKey">) {
	return async (request: CreateWebhookRequest, context: CallContext) => {
		await checkUrl(request.url, network);
		const now = clock.now();
		const operation = operationOf(
			context,
			"webhooks.create",
			request.idempotency,
			now,
		);
		const response = await runOperation(db, operation, [], async (tx) => {
			const createdAt = now.toISOString();
			const webhook: Webhook = {
				id: newId("whk", now.getTime()),
				url: request.url,
				types: request.types,
				description: request.description,
				enabled: request.enabled,
				disabledReason: null,
				createdAt,
				updatedAt: createdAt,
			};
			const { rows } = await tx.query(
				insertWebhook(context.workspaceId, webhook, context.actorId),
			);
			if (rows.length === 0) throw webhookLimitExceeded();
			return {
				status: 201,
				body: webhookJson(webhook),
				resourceId: webhook.id,
			};
		});
		return withSecret(stored(response), secretsKey, response.resourceId, 1);
	};
}
