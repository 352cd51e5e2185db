import { runOutsideWorkspaces, writeAll } from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Deps } from "../deps.ts";
import { disabledNotice } from "../domain/disabled-notice.ts";
import {
	claimNotice,
	finishNotice,
	selectDueNotices,
} from "../store/disabled-webhooks.ts";
import { ENTER_AS_DELIVERER } from "../store/due-deliveries.ts";

const TIME_LIMIT_MS = 5_000;
const RETRY_MS = 60_000;

/**
 * Requests the mails to the owners of webhooks that were disabled. A process that dies between request and note requests
 * the mail again, under the same id.
 */
export async function notifyOwners({
	db,
	clock,
	notifyAgent,
}: Pick<Deps, "db" | "clock" | "notifyAgent">): Promise<void> {
	const now = clock.now();
	const [, due] = await runOutsideWorkspaces(db, [
		ENTER_AS_DELIVERER,
		selectDueNotices(now),
	]);
	for (const { workspaceId, webhookId } of due.rows) {
		const until = new Date(now.getTime() + RETRY_MS);
		const [[webhook]] = await writeAll(db, workspaceId, [
			claimNotice(workspaceId, webhookId, now, until),
		]);
		if (!webhook) continue;
		const { ownerId: agentId, noticeId } = webhook;
		await notifyAgent(
			{ agentId, noticeId, ...disabledNotice(webhook) },
			ownContext(workspaceId, TIME_LIMIT_MS, Date.now()),
		);
		await writeAll(db, workspaceId, [finishNotice(workspaceId, webhook)]);
	}
}
