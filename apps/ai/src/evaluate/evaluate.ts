import type { Encoder } from "../encoder/encoder.ts";
import { openWordPiece } from "../encoder/vocabulary.ts";
import { calibrationBefore } from "../signals/calibration.ts";
import { WORDS } from "../signals/foreign.ts";
import { readSignals, type SignalModels } from "../signals/read-signals.ts";
import { guess, trainTask } from "../signals/signal-model.ts";
import type { Example, Task } from "../signals/task.ts";
import {
	NOTHING_CONFIRMED,
	type OnRead,
	trainSignals,
	understand,
} from "../signals/train-signals.ts";
import {
	accuracy,
	calibrationError,
	confusion,
	macroF1,
	type Outcome,
} from "./metrics.ts";

/** What `ai evaluate` prints. */
export interface Evaluation {
	readonly task: Task;
	readonly encoder: string;
	/** Number of training texts; 0 for the general model. */
	readonly trained: number;
	readonly n: number;
	readonly accuracy: number;
	readonly macro_f1: number;
	/** Expected calibration error; null for urgency and sentiment of the general model, which have no confidence. */
	readonly ece: number | null;
	/** For each true label, how often each label was predicted. */
	readonly confusion: Readonly<
		Record<string, Readonly<Record<string, number>>>
	>;
}

/**
 * How well labelled texts are recognised: by the general model, or by one that learns from `train` first, with
 * any labels. Nothing is kept.
 * @param onRead called with the number of texts read since the last call
 */
export async function evaluate(
	encoder: Encoder,
	task: Task,
	data: readonly Example[],
	train: readonly Example[],
	onRead: OnRead = () => {},
): Promise<Evaluation> {
	const outcomes =
		train.length > 0
			? await byTrained(encoder, data, train, onRead)
			: await byGeneral(encoder, task, data, onRead);
	const hasConfidence = train.length > 0 || task === "intent";
	return {
		task,
		encoder: encoder.name,
		trained: train.length,
		n: data.length,
		accuracy: accuracy(outcomes),
		macro_f1: macroF1(outcomes),
		ece: hasConfidence ? calibrationError(outcomes) : null,
		confusion: confusion(outcomes),
	};
}

async function byTrained(
	encoder: Encoder,
	data: readonly Example[],
	train: readonly Example[],
	onRead: OnRead,
): Promise<Outcome[]> {
	const model = trainTask({
		seeds: [],
		confirmed: await understand(encoder, train, onRead),
		dimensions: encoder.dimensions,
		before: calibrationBefore(encoder.name, "intent"),
	});
	return (await understand(encoder, data, onRead)).map(
		({ text, label, embedding }) => {
			const { label: predicted, confidence } = guess(model, text, embedding);
			return { truth: label, predicted, confidence };
		},
	);
}

async function byGeneral(
	encoder: Encoder,
	task: Task,
	data: readonly Example[],
	onRead: OnRead,
): Promise<Outcome[]> {
	const learn = (of: Encoder) =>
		trainSignals(async (set) => trainTask(set), of, NOTHING_CONFIRMED);
	const models: SignalModels = {
		english: await learn(encoder),
		foreign: await learn(WORDS),
		isMultilingual: encoder.version !== undefined,
	};
	const wordPiece = openWordPiece();
	return (await understand(encoder, data, onRead)).map(
		({ text, label, embedding }) => {
			const signals = readSignals(models, wordPiece, text, embedding);
			return {
				truth: label,
				predicted: signals[task],
				confidence: signals.confidence / 100,
			};
		},
	);
}
