import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import { openWordPiece } from "@supportdesk/ai/encoder/vocabulary.ts";
import { mean, type Outcome } from "@supportdesk/ai/evaluate/metrics.ts";
import { WORDS } from "@supportdesk/ai/signals/foreign.ts";
import {
	readSignals,
	type SignalModels,
} from "@supportdesk/ai/signals/read-signals.ts";
import { SEEDS } from "@supportdesk/ai/signals/seeds.ts";
import {
	type SignalModel,
	trainTask,
} from "@supportdesk/ai/signals/signal-model.ts";
import { OTHER_INTENT } from "@supportdesk/ai/signals/task.ts";
import {
	NOTHING_CONFIRMED,
	trainSignals,
} from "@supportdesk/ai/signals/train-signals.ts";
import { majority, meanOf, type Result, summarise } from "./result.ts";
import { isOutOfScope, type LabelledSet, type Row } from "./sets.ts";
import { calibrationStart, embedRows, type System } from "./systems.ts";
import { microseconds } from "./timing.ts";

/** Confirmed tickets of each intent in the second half of the measurement. */
const LABELS_AN_INTENT = 10;
/** The choice of the ten changes the accuracy by some points; the mean of three draws is printed. */
const DRAWS = 3;

/**
 * Measures the product's 26 intents on a business the model has never seen: with the seeds alone, then with ten
 * confirmed tickets per intent from its training texts, if it has any.
 */
export async function unseen(
	{ name, train, test }: LabelledSet,
	intents: ReadonlyMap<string, string>,
	systems: readonly System[],
): Promise<Result[]> {
	const known = translate(train, intents);
	const questions = translate(test, intents);
	const others = test.filter(isOutOfScope);
	if (questions.length === 0) return [];
	const truths = questions.map(({ label }) => label);
	const results: Result[] = [
		{ task: "unseen", set: name, ...majority(truths, truths) },
	];
	for (const system of systems) {
		const seedsOnly = await measure(system, [], questions, others);
		results.push({ task: "unseen, seeds", set: name, ...seedsOnly });
	}
	if (known.length === 0) return results;
	for (const system of systems) {
		const draws: Result[] = [];
		for (let draw = 0; draw < DRAWS; draw++) {
			const labelled = drawLabels(known, draw);
			const measured = await measure(system, labelled, questions, others);
			draws.push({ task: "unseen, +10 labels", set: name, ...measured });
		}
		results.push(meanOf(draws));
	}
	return results;
}

const wordPiece = openWordPiece();
const foreign = trainSignals(
	async (set) => trainTask(set),
	WORDS,
	NOTHING_CONFIRMED,
);

/** Predicts as the product does, with its rules for unreadable texts and for other topics. */
async function measure(
	{ name, encoder, timed }: System,
	labelled: readonly Row[],
	questions: readonly Row[],
	others: readonly Row[],
): Promise<Omit<Result, "task" | "set">> {
	const models: SignalModels = {
		english: await learn(encoder, labelled),
		foreign: await foreign,
		isMultilingual: encoder.version !== undefined,
	};
	const read = (text: string, embedding: Float32Array) =>
		readSignals(models, wordPiece, text, embedding);
	const outcomesOf = async (rows: readonly Row[]): Promise<Outcome[]> =>
		(await embedRows(encoder, rows)).map(({ text, label, embedding }) => {
			const { intent, confidence } = read(text, embedding);
			return {
				truth: label,
				predicted: intent,
				confidence: confidence / 100,
			};
		});
	const outOfScope = await outcomesOf(others);
	const figures = summarise(
		await outcomesOf(questions),
		outOfScope.map(({ confidence }) => confidence),
	);
	return {
		system: name,
		...figures,
		// The baseline has no initial calibration.
		ece:
			encoder.dimensions === 0 && labelled.length === 0
				? undefined
				: figures.ece,
		microsecondsPerText: await microseconds(timed, questions, read),
		more:
			outOfScope.length === 0
				? undefined
				: { "out of scope found": shareOfOther(outOfScope) },
	};
}

async function learn(
	encoder: Encoder,
	labelled: readonly Row[],
): Promise<SignalModel> {
	const { dimensions, name } = encoder;
	const general = async (task: "urgency" | "sentiment") =>
		trainTask({
			seeds: await embedRows(encoder, SEEDS[task]),
			confirmed: [],
			dimensions,
			before: [],
		});
	return {
		encoder: name,
		tasks: {
			intent: trainTask({
				seeds: await embedRows(encoder, SEEDS.intent),
				confirmed: await embedRows(encoder, labelled),
				dimensions,
				before: calibrationStart(encoder),
			}),
			urgency: await general("urgency"),
			sentiment: await general("sentiment"),
		},
	};
}

function shareOfOther(outcomes: readonly Outcome[]): number {
	return mean(outcomes.map(({ predicted }) => predicted === OTHER_INTENT));
}

/** The rows whose labels map to one of the product's intents, with that intent. */
function translate(
	rows: readonly Row[],
	intents: ReadonlyMap<string, string>,
): Row[] {
	return rows.flatMap(({ text, label }) => {
		const intent = intents.get(label);
		return intent ? [{ text, label: intent }] : [];
	});
}

/** Selects some texts of each intent; every draw selects others. */
function drawLabels(rows: readonly Row[], draw: number): Row[] {
	let state = draw + 1;
	const random = () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
	const shuffled = rows
		.map((row) => ({ row, key: random() }))
		.sort((a, b) => a.key - b.key)
		.map(({ row }) => row);
	const taken = new Map<string, number>();
	return shuffled.filter(({ label }) => {
		const count = taken.get(label) ?? 0;
		taken.set(label, count + 1);
		return count < LABELS_AN_INTENT;
	});
}
