import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Deps } from "../service.ts";
import {
	type LabelledRow,
	saveModel,
	selectLabelled,
} from "../store/training.ts";

const EXAMPLES_MAX = 5_000; // what the AI service learns at a time; the newest say best what the desk means
const TIME_LIMIT_MS = 55_000; // seconds for thousands of examples, and room behind other training

/** Learns a workspace's own model from what its agents confirmed and corrected. Safe to repeat. */
export function trainModel({
	db,
	ai,
	clock,
}: Pick<Deps, "db" | "ai" | "clock">) {
	return async (payload: unknown): Promise<void> => {
		const { workspaceId } = payload as { workspaceId: string };
		const labelled = await read<LabelledRow>(
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
		const now = clock.now();
		const { modelId, model, exampleCount } = await ai.train(
			{ examples },
			ownContext(workspaceId, TIME_LIMIT_MS, now.getTime()),
		);
		await inTransaction(db, workspaceId, async (tx) => {
			tx.defer(
				saveModel(workspaceId, {
					id: modelId,
					bytes: Buffer.from(model),
					exampleCount,
					now: clock.now(),
				}),
			);
		});
	};
}
