// Fits how much the model and the phrases say about urgency and sentiment, on our own tickets: `npm run ai:fit-signals`. Each
// fifth of the tickets is judged by a model of the others. Writes src/signals/urgency.json and sentiment.json.
import { writeFileSync } from "node:fs";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import type { Encoder } from "../src/encoder/encoder.ts";
import { ensureModel } from "../src/encoder/ensure-model.ts";
import { openMiniLm } from "../src/encoder/minilm-encoder.ts";
import { openStaticEncoder } from "../src/encoder/static-encoder.ts";
import {
	type Evidence,
	trainClassifier,
	weigh,
} from "../src/learn/classifier.ts";
import {
	type LabelWeights,
	labelProbabilities,
} from "../src/learn/multinomial.ts";
import { type Cues, readCues } from "../src/signals/cues/cues.ts";
import { lexiconOf } from "../src/signals/cues/lexicon.ts";
import { WORDS } from "../src/signals/foreign.ts";
import { PHRASES, TICKETS } from "../src/signals/seeds.ts";
import {
	SENTIMENT_LABELS,
	sentimentFeatures,
} from "../src/signals/sentiment.ts";
import { understand } from "../src/signals/train-signals.ts";
import { URGENCY_LABELS, urgencyFeatures } from "../src/signals/urgency.ts";

interface Fitted {
	readonly task: "urgency" | "sentiment";
	readonly labels: readonly string[];
	readonly features: (evidence: Evidence, cues: Cues) => number[];
	/** How strongly the weights of the cues are drawn to zero. */
	readonly priorOfCues: number;
	/** The weights of texts that are not English. */
	readonly words: LabelWeights;
}

const FOLDS = 5;
const STEPS = 2_000;
const RATE = 0.3;
const MOMENTUM = 0.9;
/** Draws the weights to zero, in tickets. */
const PRIOR = 1;
/** The last features are of cues. */
const CUES = 4;

const FITTED: readonly Fitted[] = [
	{
		task: "urgency",
		labels: URGENCY_LABELS,
		features: urgencyFeatures,
		priorOfCues: 60, // the phrases have seen many of the tickets
		words: boundedByCues(),
	},
	{
		task: "sentiment",
		labels: SENTIMENT_LABELS,
		features: sentimentFeatures,
		priorOfCues: 5,
		words: leaningOnTone(),
	},
];

const options = readCommandLine("ai:fit-signals [-- --models .cache/models]", {
	models: { type: "string", default: ".cache/models" },
});
const miniLm = await openMiniLm({
	modelFile: await ensureModel(options.models),
	threads: 1,
	queueMax: 100_000,
});
for (const fitted of FITTED) {
	const weights: Record<string, LabelWeights> = {};
	for (const encoder of [openStaticEncoder(), miniLm])
		weights[encoder.name] = fit(fitted, await judgedTickets(fitted, encoder));
	weights[WORDS.name] = fitted.words;
	writeFileSync(
		new URL(`../src/signals/${fitted.task}.json`, import.meta.url),
		`${JSON.stringify(weights)}\n`,
	);
}
await miniLm.close();

interface Judged {
	readonly features: readonly number[];
	readonly label: string;
}

async function judgedTickets(
	{ task, features }: Fitted,
	encoder: Encoder,
): Promise<Judged[]> {
	const phrases = await understand(encoder, PHRASES[task]);
	const tickets = await understand(
		encoder,
		TICKETS.map((ticket) => ({
			text: ticket.text,
			label: ticket[task],
			isLong: true,
		})),
	);
	const lexicon = lexiconOf("en")!;
	return Array.from({ length: FOLDS }, (_, fold) => {
		const classifier = trainClassifier(
			[...phrases, ...tickets.filter((_, i) => i % FOLDS !== fold)],
			encoder.dimensions,
		);
		return tickets
			.filter((_, i) => i % FOLDS === fold)
			.map(({ text, label, embedding }) => ({
				features: features(
					weigh(classifier, text, embedding),
					readCues(text, lexicon),
				),
				label,
			}));
	}).flat();
}

/** Multinomial logistic regression by gradient descent with momentum. */
function fit(
	{ labels, priorOfCues }: Fitted,
	judged: readonly Judged[],
): LabelWeights {
	const size = judged[0]!.features.length;
	const rows = labels.map(() => new Array<number>(size).fill(0));
	const speed = labels.map(() => new Array<number>(size).fill(0));
	for (let step = 0; step < STEPS; step++) {
		const slope = rows.map((row) =>
			row.map((x, i) => x * (i < size - CUES ? PRIOR : priorOfCues)),
		);
		for (const { features, label } of judged)
			labelProbabilities(features, rows).forEach((probability, k) => {
				const error = probability - (labels[k] === label ? 1 : 0);
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
function boundedByCues(): LabelWeights {
	const sharpness = 3;
	const handicap = -1.5;
	const never = -20;
	const is = (...labels: string[]) =>
		URGENCY_LABELS.map((label) => labels.includes(label));
	return URGENCY_LABELS.map((label, k) => [
		label === "urgent" ? handicap : 0,
		...onlyOwn(k, sharpness),
		...onlyOwn(k, sharpness),
		...[is("urgent"), is("urgent", "high"), is("low"), is("low", "normal")].map(
			(allowed) => (allowed[k] ? 0 : never),
		),
	]);
}

/** In other languages the tone adds to the evidence. So sharp that the label with the most evidence wins. */
function leaningOnTone(): LabelWeights {
	const sharpness = 20;
	const [angry, sarcastic, grateful, calm] = [0.7, 1, 0.6, -0.4];
	const said: Readonly<Record<string, readonly number[]>> = {
		frustrated: [0.2, angry, sarcastic, -grateful, calm],
		positive: [0, 0, -sarcastic, grateful, 0],
		unknown: [-0.3, 0, 0, 0, 0],
	};
	return SENTIMENT_LABELS.map((label, k) => {
		const [constant = 0, ...tone] = said[label] ?? [0, 0, 0, 0, 0];
		return [constant, ...onlyOwn(k, 1), ...onlyOwn(k, 0.5), ...tone].map(
			(x) => x * sharpness,
		);
	});
}

function onlyOwn(own: number, weight: number): number[] {
	return URGENCY_LABELS.map((_, i) => (i === own ? weight : 0));
}
