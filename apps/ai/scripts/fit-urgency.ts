// Fits how much the model and the phrases say about urgency, on our own tickets: `npm run ai:fit-urgency`. Each fifth of the tickets
// is judged by a model of the others. Writes src/signals/urgency.json.
import { writeFileSync } from "node:fs";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import type { Encoder } from "../src/encoder/encoder.ts";
import { ensureModel } from "../src/encoder/ensure-model.ts";
import { openMiniLm } from "../src/encoder/minilm-encoder.ts";
import { openStaticEncoder } from "../src/encoder/static-encoder.ts";
import {
	type Classifier,
	trainClassifier,
	weigh,
} from "../src/learn/classifier.ts";
import { readCues } from "../src/signals/cues/cues.ts";
import { lexiconOf } from "../src/signals/cues/lexicon.ts";
import { WORDS } from "../src/signals/foreign.ts";
import { PHRASES, TICKETS } from "../src/signals/seeds.ts";
import { understand } from "../src/signals/train-signals.ts";
import {
	URGENCY_LABELS,
	type UrgencyWeights,
	urgencyFeatures,
	urgencyProbabilities,
} from "../src/signals/urgency.ts";

const FOLDS = 5;
const STEPS = 2_000;
const RATE = 0.3;
const MOMENTUM = 0.9;
/** Draws the weights to zero; those of the cues more, because the phrases have seen many of the tickets. */
const PRIOR = 1;
const PRIOR_OF_CUES = 60;
const CUES = 4;

const options = readCommandLine("ai:fit-urgency [-- --models .cache/models]", {
	models: { type: "string", default: ".cache/models" },
});
const miniLm = await openMiniLm({
	modelFile: await ensureModel(options.models),
	threads: 1,
	queueMax: 100_000,
});
const weights: Record<string, UrgencyWeights> = {};
for (const encoder of [openStaticEncoder(), miniLm])
	weights[encoder.name] = fit(await judgedTickets(encoder));
weights[WORDS.name] = boundedByCues();
await miniLm.close();
writeFileSync(
	new URL("../src/signals/urgency.json", import.meta.url),
	`${JSON.stringify(weights)}\n`,
);

interface Judged {
	readonly features: readonly number[];
	readonly label: string;
}

async function judgedTickets(encoder: Encoder): Promise<Judged[]> {
	const phrases = await understand(encoder, PHRASES.urgency);
	const tickets = await understand(
		encoder,
		TICKETS.map(({ text, urgency }) => ({ text, label: urgency })),
	);
	const lexicon = lexiconOf("en")!;
	const judge = (classifier: Classifier, held: typeof tickets) =>
		held.map(({ text, label, embedding }) => ({
			features: urgencyFeatures(
				weigh(classifier, text, embedding),
				readCues(text, lexicon),
			),
			label,
		}));
	return Array.from({ length: FOLDS }, (_, fold) => {
		const isHeld = (_: unknown, i: number) => i % FOLDS === fold;
		const others = tickets.filter((_, i) => i % FOLDS !== fold);
		const classifier = trainClassifier(
			[...phrases, ...others],
			encoder.dimensions,
		);
		return judge(classifier, tickets.filter(isHeld));
	}).flat();
}

/** Multinomial logistic regression by gradient descent with momentum. */
function fit(judged: readonly Judged[]): UrgencyWeights {
	const size = judged[0]!.features.length;
	const rows = URGENCY_LABELS.map(() => new Array<number>(size).fill(0));
	const speed = URGENCY_LABELS.map(() => new Array<number>(size).fill(0));
	for (let step = 0; step < STEPS; step++) {
		const slope = rows.map((row) =>
			row.map((x, i) => x * (i < size - CUES ? PRIOR : PRIOR_OF_CUES)),
		);
		for (const { features, label } of judged)
			urgencyProbabilities(features, rows).forEach((probability, k) => {
				const error = probability - (URGENCY_LABELS[k] === label ? 1 : 0);
				features.forEach((x, i) => {
					slope[k]![i]! += error * x;
				});
			});
		rows.forEach((row, k) => {
			row.forEach((_, i) => {
				speed[k]![i] =
					MOMENTUM * speed[k]![i]! - (RATE * slope[k]![i]!) / judged.length;
				row[i]! += speed[k]![i]!;
			});
		});
	}
	return rows.map((row) => row.map((x) => Math.round(x * 1_000) / 1_000));
}

/** In other languages there are few examples: the evidence is taken as it is, and the cues are bounds. */
function boundedByCues(): UrgencyWeights {
	const sharpness = 3;
	const handicap = -1.5;
	const never = -20;
	const is = (...labels: string[]) =>
		URGENCY_LABELS.map((label) => labels.includes(label));
	return URGENCY_LABELS.map((label, k) => [
		label === "urgent" ? handicap : 0,
		...URGENCY_LABELS.map((_, i) => (i === k ? sharpness : 0)),
		...URGENCY_LABELS.map((_, i) => (i === k ? sharpness : 0)),
		...[is("urgent"), is("urgent", "high"), is("low"), is("low", "normal")].map(
			(allowed) => (allowed[k] ? 0 : never),
		),
	]);
}
