import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@supportdesk/ids/ids.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import {
	inTransaction,
	runOutsideWorkspaces,
} from "@supportdesk/pg/transaction.ts";
import { newDeliveries } from "../collect/new-deliveries.ts";
import type { Deps } from "../deps.ts";
import { FAILING_MS_MAX } from "../domain/retry-schedule.ts";
import { type Webhook, webhookJson } from "../domain/webhook.ts";
import { appendEvents } from "../store/append.ts";
import {
	disableWebhook,
	lockFailing,
	selectFailing,
} from "../store/disabled-webhooks.ts";
import { ENTER_AS_DELIVERER } from "../store/due-deliveries.ts";
import { selectSubscriptions } from "../store/webhooks.ts";
import { notifyOwners } from "./notify-owners.ts";

const CHECK_EVERY_MS = 5_000;
const TRIED_MS_MIN = 3 * 24 * 60 * 60 * 1000; // the last of twelve attempts is made almost four days after the first

/** Disables an enabled webhook, which is an event itself, in the caller's transaction. */
export async function disable(
	tx: Transaction,
	workspaceId: string,
	webhookId: string,
	reason: NonNullable<Webhook["disabledReason"]>,
	now: Date,
	metrics: Deps["metrics"],
): Promise<void> {
	const id = newId("evt", now.getTime());
	const { rows } = await tx.query(
		disableWebhook(workspaceId, webhookId, reason, id, now),
	);
	const [webhook] = rows;
	if (!webhook) return;
	metrics.disabled();
	const event = {
		id,
		type: "webhook.disabled",
		createdAt: now.toISOString(),
		actorType: "system",
		actorId: "",
		requestId: "",
		resourceType: "webhook",
		resourceId: webhookId,
		ticketId: "",
		contactId: "",
		objectJson: webhookJson(webhook),
		previousJson: `{"enabled":true,"disabled_reason":null}`,
	};
	const others = await tx.query(selectSubscriptions(workspaceId));
	const deliveries = newDeliveries(others.rows, [event], now);
	for (const statement of appendEvents(
		...[workspaceId, [event], deliveries, now],
	)) {
		tx.defer(statement);
	}
}

/** Disables webhooks of which every attempt has failed for five days, and has the owners of disabled ones notified. */
export function watchDisabled(
	deps: Pick<Deps, "db" | "clock" | "log" | "metrics" | "notifyAgent">,
): { stop(): Promise<void> } {
	const stopping = new AbortController();
	const { signal } = stopping;
	const run = async () => {
		while (!signal.aborted) {
			await disableFailing(deps).catch((err) =>
				deps.log.warn({ err }, "failing webhooks not disabled"),
			);
			await notifyOwners(deps).catch((err) =>
				deps.log.warn({ err }, "owners of disabled webhooks not notified"),
			);
			await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => {});
		}
	};
	const done = run();
	return {
		stop() {
			stopping.abort();
			return done;
		},
	};
}

async function disableFailing({
	db,
	clock,
	metrics,
}: Pick<Deps, "db" | "clock" | "metrics">): Promise<void> {
	const now = clock.now();
	const since = new Date(now.getTime() - FAILING_MS_MAX);
	const [, found] = await runOutsideWorkspaces(db, [
		ENTER_AS_DELIVERER,
		selectFailing(since),
	]);
	for (const { workspaceId, id } of found.rows)
		await inTransaction(db, workspaceId, async (tx) => {
			const failing = await tx.query(
				lockFailing(workspaceId, id, since, TRIED_MS_MIN),
			);
			if (failing.rows.length > 0)
				await disable(tx, workspaceId, id, "failing", now, metrics);
		});
}
