import { SEEDS } from "@supportdesk/ai/signals/seeds.ts";
import {
	guess,
	type TaskModel,
	trainTask,
} from "@supportdesk/ai/signals/signal-model.ts";
import { majority, meanOf, type Result, summarise } from "./result.ts";
import { isOutOfScope, type LabelledSet, type Row } from "./sets.ts";
import { calibrationStart, type System, understand } from "./systems.ts";
import { microseconds } from "./timing.ts";

/** Confirmed tickets of each intent in the second half of the measurement. */
const LABELS_AN_INTENT = 10;
/** Which ten are drawn matters by some points; the mean of three draws is printed. */
const DRAWS = 3;

/**
 * A business the model has never seen, asked for our 26 intents: with the seeds alone, then with ten confirmed
 * tickets an intent from its training texts.
 */
export async function unseen(
	{ name, train, test }: LabelledSet,
	intents: Readonly<Record<string, string>>,
	systems: readonly System[],
): Promise<Result[]> {
	const known = translate(train, intents);
	const asked = translate(test, intents);
	const others = test.filter(isOutOfScope);
	const truths = asked.map(({ label }) => label);
	const results: Result[] = [
		{ task: "unseen", set: name, ...majority(truths, truths) },
	];
	for (const system of systems) {
		const seedsOnly = await measure(system, [], asked, others);
		results.push({ task: "unseen, seeds", set: name, ...seedsOnly });
	}
	for (const system of systems) {
		const draws: Result[] = [];
		for (let draw = 0; draw < DRAWS; draw++) {
			const labelled = drawLabels(known, draw);
			const measured = await measure(system, labelled, asked, others);
			draws.push({ task: "unseen, +10 labels", set: name, ...measured });
		}
		results.push(meanOf(draws));
	}
	return results;
}

async function measure(
	{ name, encoder }: System,
	labelled: readonly Row[],
	asked: readonly Row[],
	others: readonly Row[],
): Promise<Omit<Result, "task" | "set">> {
	const model: TaskModel = trainTask({
		seeds: await understand(encoder, SEEDS.intent),
		confirmed: await understand(encoder, labelled),
		dimensions: encoder.dimensions,
		before: calibrationStart(encoder),
	});
	const outcomes = (await understand(encoder, asked)).map(
		({ text, label, meaning }) => {
			const { label: predicted, confidence } = guess(model, text, meaning);
			return { truth: label, predicted, confidence };
		},
	);
	const outOfScope = (await understand(encoder, others)).map(
		({ text, meaning }) => guess(model, text, meaning).confidence,
	);
	const figures = summarise(outcomes, outOfScope);
	return {
		system: name,
		...figures,
		// The baseline has no calibration of its own to start from.
		ece:
			encoder.dimensions === 0 && labelled.length === 0
				? undefined
				: figures.ece,
		microsecondsPerText: await microseconds(encoder, asked, (text, meaning) =>
			guess(model, text, meaning),
		),
	};
}

/** The rows whose labels stand for one of our intents, with that intent. */
function translate(
	rows: readonly Row[],
	intents: Readonly<Record<string, string>>,
): Row[] {
	return rows.flatMap(({ text, label }) => {
		const intent = intents[label];
		return intent ? [{ text, label: intent }] : [];
	});
}

/** Some texts of each intent; another draw takes others. */
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
