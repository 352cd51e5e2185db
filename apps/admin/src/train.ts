import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import type { Session } from "./session.ts";
import { countLabels } from "./store/labels.ts";
import {
	type ModelRow,
	queueTraining,
	selectModel,
	selectTraining,
} from "./store/models.ts";

const POLL_MS = 200;
const PATIENCE_MS = 120_000; // a training comes further every quarter of a minute, or its turn is yet to come

/**
 * Has the running tickets service learn the workspace's own model from its labels, and waits for it.
 *
 * @param onProgress told every quarter of a minute that it goes on.
 * @throws AdminError when there is nothing to learn from, the training fails, or nobody does it.
 */
export async function trainModel(
	{ pool }: Session,
	workspaceId: string,
	onProgress: (line: string) => void,
): Promise<ModelRow> {
	await inTransaction(pool, workspaceId, async (tx) => {
		const { rows } = await tx.query(countLabels(workspaceId));
		if (rows[0] === 0) {
			throw new AdminError(
				"No ticket of the workspace is labelled: agents label by correcting tickets, or `ai label` does.",
			);
		}
		await tx.query(queueTraining(workspaceId));
	});
	const begunAt = performance.now();
	let movedAt = begunAt;
	let seen: string | undefined;
	while (performance.now() - movedAt < PATIENCE_MS) {
		const [training, model] = await inTransaction(pool, workspaceId, (tx) =>
			tx.batch([selectTraining(workspaceId), selectModel(workspaceId)]),
		);
		const [request] = training.rows;
		if (!request && model.rows[0]) return model.rows[0];
		if (request?.lastError) {
			throw new AdminError(
				`The training failed and will be tried again: ${request.lastError.split("\n")[0]}`,
			);
		}
		if (request && seen !== undefined && request.id !== seen) {
			movedAt = performance.now();
			const seconds = Math.round((movedAt - begunAt) / 1000);
			onProgress(`Training for ${seconds} seconds …`);
		}
		seen = request?.id ?? seen;
		await sleep(POLL_MS);
	}
	throw new AdminError(
		"Nothing was learnt for two minutes: is the tickets service running? The request stays queued until it is.",
	);
}
