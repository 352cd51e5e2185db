// Fits how sure the seeds alone may make us: `npm run ai:calibrate -- --data FOLDER`. Writes src/signals/calibration.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
	readCommandLine,
	required,
} from "@supportdesk/testkit/command-line.ts";
import type { Encoder } from "../src/encoder/encoder.ts";
import { ensureModel } from "../src/encoder/ensure-model.ts";
import { openMiniLm } from "../src/encoder/minilm-encoder.ts";
import { openStaticEncoder } from "../src/encoder/static-encoder.ts";
import { calibrationError } from "../src/evaluate/metrics.ts";
import { CONFIDENCE_FEATURES, probability } from "../src/learn/confidence.ts";
import { fitLogistic } from "../src/learn/logistic.ts";
import { WORDS } from "../src/signals/foreign.ts";
import { FOREIGN_SEEDS, SEEDS } from "../src/signals/seeds.ts";
import { trainTask, verdictOn } from "../src/signals/signal-model.ts";
import { type Example, OTHER_INTENT, ticketText } from "../src/signals/task.ts";
import { understand } from "../src/signals/train-signals.ts";

/** HINT3 is left out: its bots are the unseen businesses that `bench/` measures the confidence on. */
const SETS = ["banking77", "bitext20k", "clinc150", "multidogo"];
/** Whole tickets, longer than the questions of the public sets; see bench/ai/gold. */
const OWN_TICKETS = "development tickets";
/** Texts of each set, so that no business weighs more than another. */
const TEXTS_PER_SET = 600;
/** Texts without an intent of ours among them: about the share that public bots get. */
const OUT_OF_SCOPE_PER_SET = 100;
/** Parts of the seeds in other languages. */
const FOLDS = 5;
/**
 * 1 for the features of a verdict that are used. How high the scores are altogether is left out: it differs from business
 * to business, and a value learnt on some misleads on the next. A workspace's own labels may bring it back.
 */
const USED = CONFIDENCE_FEATURES.map((name) =>
	/of the winner$/.test(name) ? 0 : 1,
);

interface Judged {
	readonly set: string;
	/** See CONFIDENCE_FEATURES. */
	readonly features: readonly number[];
	readonly isRight: boolean;
}

const options = readCommandLine(
	"ai:calibrate -- --data FOLDER [--models .cache/models]",
	{
		data: { type: "string" },
		models: { type: "string", default: ".cache/models" },
	},
);
const data = required(options.data, "data");
const { map: intents } = JSON.parse(
	readFileSync(join(data, "taxonomy.json"), "utf8"),
) as { map: Record<string, Record<string, string>> };

const miniLm = await openMiniLm({
	modelFile: await ensureModel(options.models),
	threads: 1,
	queueMax: 100_000,
});
const calibrations: Record<string, number[]> = {};
for (const encoder of [openStaticEncoder(), miniLm])
	calibrations[encoder.name] = await calibrate(encoder);
calibrations[WORDS.name] = await calibrateWords();
await miniLm.close();
writeFileSync(
	new URL("../src/signals/calibration.json", import.meta.url),
	asJson(calibrations),
);

/** An encoder a line, as the formatter has it. */
function asJson(weights: Readonly<Record<string, readonly number[]>>): string {
	const lines = Object.entries(weights).map(
		([encoder, numbers]) =>
			`\t${JSON.stringify(encoder)}: [${numbers.join(", ")}]`,
	);
	return `{\n${lines.join(",\n")}\n}\n`;
}

async function calibrate(encoder: Encoder): Promise<number[]> {
	const { classifier } = trainTask({
		seeds: await understand(encoder, SEEDS.intent),
		confirmed: [],
		dimensions: encoder.dimensions,
		before: [],
	});
	const judged: Judged[] = [];
	for (const set of [...SETS, OWN_TICKETS]) {
		const examples = await understand(encoder, readExamples(data, set));
		for (const { text, label, embedding } of examples) {
			const { best, features } = verdictOn(classifier, text, embedding);
			judged.push({
				set,
				features,
				isRight: classifier.labels[best] === label,
			});
		}
	}
	for (const set of [...SETS, OWN_TICKETS]) {
		const weights = fit(judged.filter((one) => one.set !== set));
		const outcomes = judged
			.filter((one) => one.set === set)
			.map(({ features, isRight }) => ({
				truth: "right",
				predicted: isRight ? "right" : "wrong",
				confidence: probability({ features }, weights),
			}));
		const error = calibrationError(outcomes).toFixed(3);
		console.log(encoder.name, "fitted on the others, measured on", set, error);
	}
	const weights = fit(judged);
	console.log(encoder.name, weights);
	return weights;
}

/** No public tickets in other languages have our intents: a part of the seeds is judged by what is learnt from the others. */
async function calibrateWords(): Promise<number[]> {
	const seeds = await understand(WORDS, FOREIGN_SEEDS.intent);
	const judged: Judged[] = [];
	for (let fold = 0; fold < FOLDS; fold++) {
		const { classifier } = trainTask({
			seeds: seeds.filter((_, i) => i % FOLDS !== fold),
			confirmed: [],
			dimensions: 0,
			before: [],
		});
		for (const { text, label, embedding } of seeds.filter(
			(_, i) => i % FOLDS === fold,
		)) {
			const { best, features } = verdictOn(classifier, text, embedding);
			const isRight = classifier.labels[best] === label;
			judged.push({ set: "seeds", features, isRight });
		}
	}
	return fit(judged);
}

/**
 * Each business has a constant of its own while the weights are fitted: how easy it is, and how long its messages are,
 * must not pass for what makes one of its messages easier than another. Then one constant is found that suits all.
 */
function fit(judged: readonly Judged[]): number[] {
	const sets = [...new Set(judged.map(({ set }) => set))];
	const outcomes = judged.map(({ isRight }) => isRight);
	const features = judged.map((one) =>
		one.features.map((x, i) => x * USED[i]!),
	);
	const within = fitLogistic(
		judged.map(({ set }, i) => [
			...sets.map((one) => (one === set ? 1 : 0)),
			...features[i]!.slice(1),
		]),
		outcomes,
		[...sets.map(() => 0), ...USED.slice(1).map(() => 0)],
	).slice(sets.length);
	const scores = features.map((row) =>
		within.reduce((sum, weight, i) => sum + weight * row[i + 1]!, 0),
	);
	const constant = constantFor(scores, outcomes);
	return [constant, ...within].map((w) => Math.round(w * 1000) / 1000);
}

/** What has to be added to the log odds so that as many are right as they say. */
function constantFor(
	scores: readonly number[],
	outcomes: readonly boolean[],
): number {
	const right = outcomes.filter(Boolean).length;
	let low = -20;
	let high = 20;
	while (high - low > 1e-6) {
		const middle = (low + high) / 2;
		const expected = scores.reduce(
			(sum, score) => sum + 1 / (1 + Math.exp(-middle - score)),
			0,
		);
		if (expected < right) low = middle;
		else high = middle;
	}
	return low;
}

/** Evenly spread texts of a set with the intents of ours that its labels stand for. */
function readExamples(folder: string, set: string): Example[] {
	if (set === OWN_TICKETS) return readOwnTickets();
	const file = join(folder, `${set}.train.jsonl.gz`);
	const rows = gunzipSync(readFileSync(file))
		.toString("utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as { text: string; label: string });
	const known = rows.flatMap(({ text, label }) => {
		const intent = intents[set]?.[label];
		return intent ? [{ text, label: intent }] : [];
	});
	const outOfScope = rows
		.filter(({ label }) => label === "oos")
		.map(({ text }) => ({ text, label: OTHER_INTENT }));
	return [
		...spread(known, TEXTS_PER_SET),
		...spread(outOfScope, OUT_OF_SCOPE_PER_SET),
	];
}

function readOwnTickets(): Example[] {
	const file = new URL(
		"../../../bench/ai/gold/development.jsonl",
		import.meta.url,
	);
	return readFileSync(file, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, string>)
		.map(({ subject = "", body = "", intent = "" }) => ({
			text: ticketText(subject, body),
			label: intent,
		}));
}

function spread<T>(items: readonly T[], count: number): T[] {
	const step = Math.max(1, items.length / count);
	const picked: T[] = [];
	for (let at = 0; at < items.length; at += step)
		picked.push(items[Math.floor(at)]!);
	return picked;
}
