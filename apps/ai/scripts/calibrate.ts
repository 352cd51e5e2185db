// Fits how sure the seeds alone may make us: `npm run ai:calibrate -- --data FOLDER`. Writes src/signals/calibration.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import type { Encoder } from "../src/encoder/encoder.ts";
import { ensureModel } from "../src/encoder/ensure-model.ts";
import { openMiniLm } from "../src/encoder/minilm-encoder.ts";
import { openStaticEncoder } from "../src/encoder/static-encoder.ts";
import { CONFIDENCE_FEATURES } from "../src/learn/confidence.ts";
import { fitLogistic } from "../src/learn/logistic.ts";
import { SEEDS } from "../src/signals/seeds.ts";
import { trainTask, verdictOn } from "../src/signals/signal-model.ts";
import { type Example, OTHER_INTENT } from "../src/signals/task.ts";
import { understand } from "../src/signals/train-signals.ts";

/** HINT3 is left out: its bots are the unseen businesses that `bench/` measures the confidence on. */
const SETS = ["banking77", "bitext20k", "clinc150", "multidogo"];
/** Texts of each set, so that no business weighs more than another. */
const TEXTS_PER_SET = 600;
/** Texts without an intent of ours among them: about what public bots see. */
const OUT_OF_SCOPE_PER_SET = 100;

const { values: options } = parseArgs({
	options: {
		data: { type: "string" },
		models: { type: "string", default: ".cache/models" },
	},
});
if (!options.data) throw new Error("--data FOLDER is required");
const { map: intents } = JSON.parse(
	readFileSync(join(options.data, "taxonomy.json"), "utf8"),
) as { map: Record<string, Record<string, string>> };
const examples = SETS.flatMap((set) => readExamples(options.data!, set));

const miniLm = await openMiniLm({
	modelFile: await ensureModel(options.models),
	threads: 1,
	queueMax: 100_000,
});
const calibrations: Record<string, number[]> = {};
for (const encoder of [openStaticEncoder(), miniLm])
	calibrations[encoder.name] = await calibrate(encoder);
await miniLm.close();
writeFileSync(
	new URL("../src/signals/calibration.json", import.meta.url),
	`${JSON.stringify(calibrations, null, "\t")}\n`,
);

async function calibrate(encoder: Encoder): Promise<number[]> {
	const { classifier } = trainTask({
		seeds: await understand(encoder, SEEDS.intent),
		confirmed: [],
		dimensions: encoder.dimensions,
		before: [],
	});
	const rows: (readonly number[])[] = [];
	const outcomes: boolean[] = [];
	for (const { text, label, meaning } of await understand(encoder, examples)) {
		const verdict = verdictOn(classifier, text, meaning);
		rows.push(verdict.features);
		outcomes.push(classifier.labels[verdict.best] === label);
	}
	const weights = fitLogistic(
		rows,
		outcomes,
		CONFIDENCE_FEATURES.map(() => 0),
	);
	console.log(encoder.name, weights);
	return weights.map((weight) => Math.round(weight * 1000) / 1000);
}

/** Evenly spread texts of a set with the intents of ours that its labels stand for. */
function readExamples(folder: string, set: string): Example[] {
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

function spread<T>(items: readonly T[], count: number): T[] {
	const step = Math.max(1, items.length / count);
	const picked: T[] = [];
	for (let at = 0; at < items.length; at += step)
		picked.push(items[Math.floor(at)]!);
	return picked;
}
