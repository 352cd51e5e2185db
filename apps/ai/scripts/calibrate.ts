// Fits how sure the seeds alone may make us: `npm run ai:calibrate -- --data FOLDER`. Writes src/signals/calibration.json.
import { writeFileSync } from "node:fs";
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
import {
	FOREIGN_SEEDS,
	SEEDS,
	TICKETS,
	withTickets,
} from "../src/signals/seeds.ts";
import { trainTask, verdictOn } from "../src/signals/signal-model.ts";
import type { Example } from "../src/signals/task.ts";
import { understand } from "../src/signals/train-signals.ts";
import { readDevelopmentTickets, readExamples } from "./calibrate/examples.ts";

/** HINT3 is left out: its bots are the unseen businesses that `bench/` measures the confidence on. */
const SETS = ["banking77", "bitext20k", "clinc150", "multidogo"];
const OWN_TICKETS = "development tickets";
/** The tickets that are learnt from, each part judged by what is learnt from the others: they name other businesses. */
const LEARNT_TICKETS = "tickets of the seeds";
const ALL_SETS = [...SETS, OWN_TICKETS, LEARNT_TICKETS];
/** Share of the wrong verdicts on businesses that were not fitted on which get no confidence to rely on. */
const WRONG_UNRELIABLE = 0.9;
/** Parts of the tickets of the seeds, and of the seeds in other languages. */
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
	const judged = await judgeLearntTickets(encoder);
	for (const set of [...SETS, OWN_TICKETS]) {
		const examples =
			set === OWN_TICKETS ? readDevelopmentTickets() : readExamples(data, set);
		judged.push(...(await judge(encoder, SEEDS.intent, examples, set)));
	}
	const unseen = judged.map((one) => ({
		...one,
		confidence: 0,
	}));
	for (const set of ALL_SETS) {
		const weights = fit(judged.filter((one) => one.set !== set));
		for (const one of unseen)
			if (one.set === set) one.confidence = probability(one, weights);
	}
	const wrong = unseen.filter(({ isRight }) => !isRight);
	const reliableFrom = round(
		wrong.map(({ confidence }) => confidence).sort((a, b) => a - b)[
			Math.floor(WRONG_UNRELIABLE * wrong.length)
		]!,
	);
	for (const set of ALL_SETS) {
		const own = unseen.filter((one) => one.set === set);
		const error = calibrationError(
			own.map(({ isRight, confidence }) => ({
				truth: "right",
				predicted: isRight ? "right" : "wrong",
				confidence,
			})),
		);
		const reliable = own.filter((one) => one.confidence >= reliableFrom);
		console.log(
			encoder.name,
			"fitted on the others, measured on",
			set,
			error.toFixed(3),
			`${reliable.length} of ${own.length} reliable, ${reliable.filter(({ isRight }) => isRight).length} of them right`,
		);
	}
	const weights = [...fit(judged), reliableFrom];
	console.log(encoder.name, weights);
	return weights;
}

async function judgeLearntTickets(encoder: Encoder): Promise<Judged[]> {
	const judged: Judged[] = [];
	for (let fold = 0; fold < FOLDS; fold++) {
		const others = TICKETS.filter((_, i) => i % FOLDS !== fold);
		const held = TICKETS.filter((_, i) => i % FOLDS === fold).map(
			({ text, intent }) => ({ text, label: intent }),
		);
		const seeds = withTickets(others).intent;
		judged.push(...(await judge(encoder, seeds, held, LEARNT_TICKETS)));
	}
	return judged;
}

/** The verdicts on examples of what is learnt from the seeds. */
async function judge(
	encoder: Encoder,
	seeds: readonly Example[],
	examples: readonly Example[],
	set: string,
): Promise<Judged[]> {
	const { classifier } = trainTask({
		seeds: await understand(encoder, seeds),
		confirmed: [],
		dimensions: encoder.dimensions,
		before: [],
	});
	const held = await understand(encoder, examples);
	return held.map(({ text, label, embedding }) => {
		const { best, features } = verdictOn(classifier, text, embedding);
		return { set, features, isRight: classifier.labels[best] === label };
	});
}

/** No public tickets in other languages have our intents: a part of the seeds is judged by what is learnt from the others. */
async function calibrateWords(): Promise<number[]> {
	const seeds = FOREIGN_SEEDS.intent;
	const judged: Judged[] = [];
	for (let fold = 0; fold < FOLDS; fold++) {
		const others = seeds.filter((_, i) => i % FOLDS !== fold);
		const held = seeds.filter((_, i) => i % FOLDS === fold);
		judged.push(...(await judge(WORDS, others, held, "seeds")));
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
	return [constant, ...within].map(round);
}

function round(x: number): number {
	return Math.round(x * 1000) / 1000;
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
