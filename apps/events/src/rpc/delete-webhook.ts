import type { DeleteWebhookRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { deleteWebhook as deleteWebhookRow } from "../store/webhooks.ts";
import { changeWebhook } from "./change-webhook.ts";

export function deleteWebhook({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ id }: DeleteWebhookRequest, context: CallContext) => {
		const { workspaceId } = context;
		const response = await changeWebhook(
			db,
			context,
			{ name: "webhooks.delete", id, now: clock.now() },
			async (tx) => {
				tx.defer(deleteWebhookRow(workspaceId, id));
				return {
					status: 200,
					body: JSON.stringify({ id, deleted: true }),
					resourceId: "",
				};
			},
		);
		return stored(response);
	};
}
