import type { ReplayWebhookRequest } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { typesOf } from "@supportdesk/outbox/event-types.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { Webhook } from "../domain/webhook.ts";
import { insertDeliveries, selectReplayed } from "../store/deliveries.ts";
import { changeWebhook } from "./change-webhook.ts";

const BATCH = 5_000; // rows of one statement, far within its time limit

/** Queues deliveries of what is behind a sequence: all of them or none. */
export function replayWebhook({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: ReplayWebhookRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const response = await changeWebhook(
			db,
			context,
			{
				name: "webhooks.replay",
				id: request.id,
				idempotency: request.idempotency,
				now,
			},
			async (tx, webhook) => {
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
