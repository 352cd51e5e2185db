import type { ReplayWebhookRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { typesOf } from "@supportdesk/outbox/event-types.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { webhookNotFound } from "../domain/errors.ts";
import type { Webhook } from "../domain/webhook.ts";
import { insertDeliveries, selectReplayed } from "../store/deliveries.ts";
import { lockWebhook } from "../store/webhooks.ts";

const BATCH = 5_000; // rows of one statement, far within its time limit

/** Queues deliveries of what is behind a sequence: all of them or none. */
export function replayWebhook({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: ReplayWebhookRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const operation = operationOf(
			context,
			`webhooks.replay:${request.id}`,
			request.idempotency,
			now,
		);
		const response = await runOperation(
			db,
			operation,
			[lockWebhook(workspaceId, request.id)],
			async (tx, [found]) => {
				const webhook = found.rows[0];
				if (!webhook) throw webhookNotFound();
				const queued = await queueReplay(
					tx,
					workspaceId,
					webhook,
					request.after,
					now,
				);
				return {
					status: 200,
					body: JSON.stringify({ id: webhook.id, queued }),
					resourceId: "",
				};
			},
		);
		return stored(response);
	};
}

/** @returns how many deliveries were queued */
async function queueReplay(
	tx: Transaction,
	workspaceId: string,
	webhook: Webhook,
	after: number,
	now: Date,
): Promise<number> {
	const types = [...new Set(webhook.types.flatMap(typesOf))];
	let reached = after;
	let queued = 0;
	for (;;) {
		const { rows } = await tx.query(
			selectReplayed(workspaceId, types, reached, BATCH),
		);
		const last = rows.at(-1);
		if (!last) return queued;
		tx.defer(
			insertDeliveries(
				workspaceId,
				rows.map(({ id, type }) => ({
					id: newId("dlv", now.getTime()),
					webhookId: webhook.id,
					eventId: id,
					eventType: type,
				})),
				now,
			),
		);
		reached = last.sequence;
		queued += rows.length;
	}
}
