import type { Encoder } from "../encoder/encoder.ts";
import type { LabelledText } from "../learn/classifier.ts";
import { calibrationBefore } from "./calibration.ts";
import { SEEDS } from "./seeds.ts";
import type { SignalModel, TaskModel } from "./signal-model.ts";
import type { Example, Task } from "./task.ts";
import type { TrainTask } from "./trainer.ts";

/** What agents confirmed and corrected, task by task. */
export type Confirmed = Readonly<Record<Task, readonly Example[]>>;

/** What the agents of a new desk have confirmed. */
export const NOTHING_CONFIRMED: Confirmed = {
	intent: [],
	urgency: [],
	sentiment: [],
};

/**
 * Learns a model for one encoder from our seeds and what agents confirmed. With nothing confirmed this is the
 * general model: it takes a fraction of a second, so it is made at start and not kept in a file that could fall
 * behind the seeds.
 */
export async function trainSignals(
	train: TrainTask,
	encoder: Encoder,
	confirmed: Confirmed,
): Promise<SignalModel> {
	const learn = async (task: Task): Promise<TaskModel> =>
		train({
			seeds: await understand(encoder, SEEDS[task]),
			confirmed: await understand(encoder, confirmed[task]),
			dimensions: encoder.dimensions,
			before: calibrationBefore(encoder.name, task),
		});
	return {
		encoder: encoder.name,
		tasks: {
			intent: await learn("intent"),
			urgency: await learn("urgency"),
			sentiment: await learn("sentiment"),
		},
	};
}

/** The examples with their meanings. */
export async function understand(
	encoder: Encoder,
	examples: readonly Example[],
): Promise<LabelledText[]> {
	const meanings = await encoder.embed(examples.map(({ text }) => text));
	return examples.map((example, i) => ({ ...example, meaning: meanings[i]! }));
}
