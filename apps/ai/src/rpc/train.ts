import type {
	Example as ExampleProto,
	TrainRequest,
	TrainResponse,
} from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Encoders } from "../encoder/encoders.ts";
import { encodeModels } from "../signals/model-file.ts";
import { modelIdOf } from "../signals/model-store.ts";
import { INTENTS } from "../signals/seeds.ts";
import type { SignalModel } from "../signals/signal-model.ts";
import {
	type Example,
	SENTIMENTS,
	type Task,
	ticketText,
	URGENCIES,
} from "../signals/task.ts";
import { type Confirmed, trainSignals } from "../signals/train-signals.ts";
import type { TrainTask } from "../signals/trainer.ts";

/** More would not make the model better, only training longer than a caller waits. */
const EXAMPLES_MAX = 5_000;

const LABELS: Readonly<Record<Task, readonly string[]>> = {
	intent: INTENTS,
	urgency: URGENCIES,
	sentiment: SENTIMENTS,
};

export interface TrainDeps {
	readonly encoders: Encoders;
	readonly train: TrainTask;
}

/** Learns a workspace's model from what its agents confirmed, for each encoder there is. */
export function train({ encoders, train: trainTask }: TrainDeps) {
	return async ({ examples }: TrainRequest): Promise<TrainResponse> => {
		if (examples.length > EXAMPLES_MAX)
			throw invalid(`At most ${EXAMPLES_MAX} examples can be learnt.`);
		const confirmed: Confirmed = {
			intent: examplesOf(examples, "intent"),
			urgency: examplesOf(examples, "urgency"),
			sentiment: examplesOf(examples, "sentiment"),
		};
		const models: SignalModel[] = [];
		for (const encoder of new Set([encoders.instant, encoders.best()]))
			models.push(await trainSignals(trainTask, encoder, confirmed));
		const model = encodeModels(models);
		return { modelId: modelIdOf(model), model, exampleCount: examples.length };
	};
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
