import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Deps } from "../deps.ts";
import { continueTrainingJob, type TrainModelPayload } from "../queue.ts";
import { saveModel, selectLabelled } from "../store/training.ts";

const EXAMPLES_MAX = 5_000; // what the AI service learns at a time; the newest labels count
const TIME_LIMIT_MS = 25_000; // the AI service says within 15 s how far it is
const GIVE_UP_AFTER_MS = 60 * 60_000; // some minutes with thousands of long tickets, and room behind other training

/**
 * Learns a workspace's own model from what its agents confirmed and corrected. Until the AI service has it, the job
 * queues itself again: none runs for longer than a deploy waits. Safe to repeat.
 */
export function trainModel({
	db,
	ai,
	clock,
	log,
}: Pick<Deps, "db" | "ai" | "clock" | "log">) {
	return async (payload: TrainModelPayload): Promise<void> => {
		const now = clock.now();
		const { workspaceId, since = now.toISOString() } = payload;
		const labelled = await read(
			db,
			workspaceId,
			selectLabelled(workspaceId, EXAMPLES_MAX),
		);
		if (labelled.length === 0) return;
		const examples = labelled.map(
			({ subject, body, intent, urgency, sentiment }) => ({
				text: { subject, body },
				intent: intent ?? undefined,
				urgency: urgency ?? undefined,
				sentiment: sentiment ?? undefined,
			}),
		);
		const { modelId, model, exampleCount, readPercent } = await ai.train(
			{ examples, trainingId: `${workspaceId} ${since}` },
			ownContext(workspaceId, TIME_LIMIT_MS, now.getTime()),
		);
		if (modelId === "") {
			if (now.getTime() - Date.parse(since) > GIVE_UP_AFTER_MS)
				throw new Error("the training took longer than an hour");
			log.info({ workspaceId, exampleCount, readPercent }, "training");
		}
		await inTransaction(db, workspaceId, async (tx) => {
			tx.defer(
				modelId === ""
					? continueTrainingJob({ workspaceId, since })
					: saveModel(workspaceId, {
							id: modelId,
							bytes: Buffer.from(model),
							exampleCount,
							now: clock.now(),
						}),
			);
		});
	};
}
