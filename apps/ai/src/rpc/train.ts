import { setTimeout as sleep } from "node:timers/promises";
import type {
	Example as ExampleProto,
	TrainRequest,
	TrainResponse,
} from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Encoder } from "../encoder/encoder.ts";
import type { Encoders } from "../encoder/encoders.ts";
import { WORDS } from "../signals/foreign.ts";
import { encodeModels } from "../signals/model-file.ts";
import { modelIdOf } from "../signals/model-store.ts";
import { LABELS } from "../signals/seeds.ts";
import type { SignalModel } from "../signals/signal-model.ts";
import { type Example, type Task, ticketText } from "../signals/task.ts";
import {
	type Confirmed,
	type OnRead,
	trainSignals,
} from "../signals/train-signals.ts";
import type { TrainTask } from "../signals/trainer.ts";
import type { Trainings } from "../signals/trainings.ts";

/** More would not make the model better, only training longer than a caller waits. */
const EXAMPLES_MAX = 5_000;

/** How long a call waits for the model before it reports progress: no connection is cut, no deadline exceeded. */
const ANSWER_AFTER_MS = 15_000;

export interface TrainDeps {
	readonly encoders: Encoders;
	readonly train: TrainTask;
	readonly trainings: Trainings<Buffer>;
	readonly log: Logger;
	/** Defaults to 15 s. */
	readonly answerAfterMs?: number;
}

/** Learns a workspace's model from what its agents confirmed, for each encoder there is. */
export function train(deps: TrainDeps) {
	const { encoders, trainings, log, answerAfterMs = ANSWER_AFTER_MS } = deps;
	return async ({
		examples,
		trainingId,
	}: TrainRequest): Promise<TrainResponse> => {
		if (examples.length > EXAMPLES_MAX)
			throw invalid(`At most ${EXAMPLES_MAX} examples can be learnt.`);
		const confirmed: Confirmed = {
			intent: examplesOf(examples, "intent"),
			urgency: examplesOf(examples, "urgency"),
			sentiment: examplesOf(examples, "sentiment"),
		};
		const used = [...new Set([encoders.instant, encoders.best()])];
		const training = trainings.join(trainingId, (onRead) =>
			learn(deps, used, confirmed, onRead),
		);
		const exampleCount = examples.length;
		const model = await within(answerAfterMs, training.model);
		if (model)
			return {
				modelId: modelIdOf(model),
				model,
				exampleCount,
				readPercent: 100,
			};
		const texts = Object.values(confirmed).flat().length * (used.length + 1);
		const readPercent = Math.floor((100 * training.read) / texts);
		log.info({ trainingId, exampleCount, readPercent }, "training");
		return { modelId: "", model: Buffer.alloc(0), exampleCount, readPercent };
	};
}

async function learn(
	{ train: trainTask }: TrainDeps,
	encoders: readonly Encoder[],
	confirmed: Confirmed,
	onRead: OnRead,
): Promise<Buffer> {
	const models: SignalModel[] = [];
	for (const encoder of [...encoders, WORDS])
		models.push(await trainSignals(trainTask, encoder, confirmed, onRead));
	return encodeModels(models);
}

/** The promise's value, or undefined when it takes longer. */
async function within<T>(ms: number, promise: Promise<T>) {
	const done = new AbortController();
	const late = sleep(ms, undefined, { signal: done.signal }).catch(() => {});
	try {
		return await Promise.race([promise, late]);
	} finally {
		done.abort();
	}
}

function examplesOf(examples: readonly ExampleProto[], task: Task): Example[] {
	return examples.flatMap((example) => {
		const label = example[task];
		if (label === undefined || !example.text) return [];
		if (!LABELS[task].includes(label))
			throw invalid(`${label} is no ${task} there is.`);
		const { subject, body } = example.text;
		return [{ text: ticketText(subject, body), label }];
	});
}

function invalid(message: string): AppError {
	return new AppError("invalid_request", "invalid_parameter", message, {
		param: "examples",
	});
}
