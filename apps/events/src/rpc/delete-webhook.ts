import type { DeleteWebhookRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { webhookNotFound } from "../domain/errors.ts";
import {
	deleteWebhook as deleteWebhookRow,
	lockWebhook,
} from "../store/webhooks.ts";

export function deleteWebhook({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ id }: DeleteWebhookRequest, context: CallContext) => {
		const { workspaceId } = context;
		const operation = operationOf(
			context,
			`webhooks.delete:${id}`,
			undefined,
			clock.now(),
		);
		const response = await runOperation(
			db,
			operation,
			[lockWebhook(workspaceId, id)],
			async (tx, [found]) => {
				if (!found.rows[0]) throw webhookNotFound();
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
