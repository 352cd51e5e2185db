import type { Idempotency } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import type { Response, StoredResponse } from "@supportdesk/pg/operation.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { webhookNotFound } from "../domain/errors.ts";
import type { Webhook } from "../domain/webhook.ts";
import { lockWebhook } from "../store/webhooks.ts";

interface WebhookOperation {
	/** `webhooks.rotate` … */
	readonly name: string;
	readonly id: string;
	readonly idempotency?: Idempotency | undefined;
	readonly now: Date;
}

/**
 * Runs an operation on a webhook once; the webhook is locked until the operation's transaction ends.
 *
 * @throws AppError `webhook_not_found`, and what `work` throws.
 */
export function changeWebhook(
	db: Pool,
	context: CallContext,
	{ name, id, idempotency, now }: WebhookOperation,
	work: (tx: Transaction, webhook: Webhook) => Promise<Response>,
): Promise<StoredResponse> {
	const operation = operationOf(context, `${name}:${id}`, idempotency, now);
	const statements = [lockWebhook(context.workspaceId, id)] as const;
	return runOperation(db, operation, statements, async (tx, [found]) => {
		const [webhook] = found.rows;
		if (!webhook) throw webhookNotFound();
		return work(tx, webhook);
	});
}
