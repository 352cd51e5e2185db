import type { UpdateWebhookRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { later } from "@supportdesk/operations/later.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { type Webhook, webhookJson } from "../domain/webhook.ts";
import { updateWebhook as updateWebhookRow } from "../store/webhooks.ts";
import { changeWebhook } from "./change-webhook.ts";
import { checkUrl } from "./check-url.ts";

export function updateWebhook({
	db,
	clock,
	network,
}: Pick<Deps, "db" | "clock" | "network">) {
	return async (request: UpdateWebhookRequest, context: CallContext) => {
		const { workspaceId } = context;
		if (request.url !== undefined) await checkUrl(request.url, network);
		const now = clock.now();
		const response = await changeWebhook(
			db,
			context,
			{ name: "webhooks.update", id: request.id, now },
			async (tx, current) => {
				const next = applyChanges(current, request, now);
				if (next !== current) tx.defer(updateWebhookRow(workspaceId, next));
				return { status: 200, body: webhookJson(next), resourceId: "" };
			},
		);
		return stored(response);
	};
}

/** The webhook as it was, if nothing changes. */
function applyChanges(
	current: Webhook,
	request: UpdateWebhookRequest,
	now: Date,
): Webhook {
	const url = request.url ?? current.url;
	const types = request.types.length > 0 ? request.types : current.types;
	const description = request.description ?? current.description;
	const enabled = request.enabled ?? current.enabled;
	const isSame =
		url === current.url &&
		types.join() === current.types.join() &&
		description === current.description &&
		enabled === current.enabled;
	if (isSame) return current;
	return {
		...current,
		url,
		types,
		description,
		enabled,
		disabledReason: enabled ? null : current.disabledReason,
		updatedAt: later(current.updatedAt, now),
	};
}
