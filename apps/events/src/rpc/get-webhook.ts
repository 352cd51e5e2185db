import type { GetWebhookRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { webhookNotFound } from "../domain/errors.ts";
import { webhookJson } from "../domain/webhook.ts";
import { selectWebhook } from "../store/webhooks.ts";

export function getWebhook({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetWebhookRequest, context: CallContext) => {
		const [webhook] = await read(
			db,
			context,
			selectWebhook(context.workspaceId, id),
		);
		if (!webhook) throw webhookNotFound();
		return ok(webhookJson(webhook));
	};
}
