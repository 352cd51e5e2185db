import { setImmediate } from "node:timers/promises";
import type { Encoder } from "../encoder/encoder.ts";
import type { LabelledText } from "../learn/classifier.ts";
import { calibrationBefore } from "./calibration.ts";
import { WORDS } from "./foreign.ts";
import { withSeedVectors } from "./seed-vectors.ts";
import { FOREIGN_SEEDS, SEEDS } from "./seeds.ts";
import type { SignalModel, TaskModel } from "./signal-model.ts";
import type { Example, Task } from "./task.ts";
import type { TrainTask } from "./trainer.ts";

/** The labels that agents confirmed and corrected, task by task. */
export type Confirmed = Readonly<Record<Task, readonly Example[]>>;

/** The confirmed labels of a new workspace: none. */
export const NOTHING_CONFIRMED: Confirmed = {
	intent: [],
	urgency: [],
	sentiment: [],
};

/**
 * Learns a model for one encoder from our seeds and the confirmed labels. Without confirmed labels this is the
 * general model.
 */
export async function trainSignals(
	train: TrainTask,
	encoder: Encoder,
	confirmed: Confirmed,
	onRead: OnRead = () => {},
): Promise<SignalModel> {
	const seeds = encoder.name === WORDS.name ? FOREIGN_SEEDS : SEEDS;
	const seedEncoder = withSeedVectors(encoder);
	const learn = async (task: Task): Promise<TaskModel> =>
		train({
			seeds: await understand(seedEncoder, seeds[task]),
			confirmed: await understand(encoder, confirmed[task], onRead),
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

/** Called with the number of texts read since the last call; its exception ends the reading. */
export type OnRead = (count: number) => void;

/** Texts that are encoded before other requests run: some 2 ms of the static encoder, one second of MiniLM. */
const CHUNK = 32;

/** The examples with their embeddings. Encoded chunk by chunk, so that neither this thread nor the encoder's queue fills up. */
export async function understand(
	encoder: Encoder,
	examples: readonly Example[],
	onRead: OnRead = () => {},
): Promise<LabelledText[]> {
	const understood: LabelledText[] = [];
	for (let begin = 0; begin < examples.length; begin += CHUNK) {
		const chunk = examples.slice(begin, begin + CHUNK);
		const embeddings = await encoder.embed(chunk.map(({ text }) => text));
		chunk.forEach((example, i) => {
			understood.push({ ...example, embedding: embeddings[i]! });
		});
		onRead(chunk.length);
		await setImmediate();
	}
	return understood;
}
