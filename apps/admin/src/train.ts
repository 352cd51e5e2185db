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
const TIMEOUT_MS = 120_000; // a training that runs reports progress every 15 s

/**
 * Requests the tickets service to train the workspace's own model on its labels, and waits for the result.
 *
 * @param onProgress receives a line every 15 s while the training runs.
 * @throws AdminError when there are no labels, the training fails, or no service makes progress for two minutes.
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
	const startedAt = performance.now();
	let progressedAt = startedAt;
	let seen: string | undefined;
	while (performance.now() - progressedAt < TIMEOUT_MS) {
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
			progressedAt = performance.now();
			const seconds = Math.round((progressedAt - startedAt) / 1000);
			onProgress(`Training for ${seconds} seconds …`);
		}
		seen = request?.id ?? seen;
		await sleep(POLL_MS);
	}
	throw new AdminError(
		"Nothing was learnt for two minutes: is the tickets service running? The request stays queued until it is.",
	);
}
