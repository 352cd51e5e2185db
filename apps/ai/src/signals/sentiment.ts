import type { Evidence } from "../learn/classifier.ts";
import {
	evidenceFeatures,
	type LabelWeights,
	labelProbabilities,
} from "../learn/multinomial.ts";
import type { Cues } from "./cues/cues.ts";
import { toneOf } from "./cues/tone.ts";
import weights from "./sentiment.json" with { type: "json" };
import { SENTIMENTS } from "./task.ts";

/** The labels of every sentiment classifier: sorted. */
export const SENTIMENT_LABELS = SENTIMENTS.toSorted();
/**
 * From this probability on a text is `frustrated`, by encoder: where F1 is highest on our own tickets, each judged by what was
 * learnt from others, of .25, .3, .35, .4 and .5.
 */
const FRUSTRATED_MIN: Readonly<Record<string, number>> = {
	"static-256-1": 0.3,
	"minilm-l6-v2-int8": 0.35,
};
const FRUSTRATED_MIN_OF_OTHERS = 0.5;

/** What the sentiment is read from: the evidence for each label, and what the words say about the tone. */
export function sentimentFeatures(evidence: Evidence, cues: Cues): number[] {
	const { isAngry, isSarcastic, isGrateful, isCalm } = toneOf(cues);
	return [
		...evidenceFeatures(evidence),
		...[isAngry, isSarcastic, isGrateful, isCalm].map(Number),
	];
}

/**
 * The feeling a text shows toward the company.
 * @param encoder name of the one whose vectors the evidence is from
 */
export function readSentiment(
	encoder: string,
	evidence: Evidence,
	cues: Cues,
): string {
	const known: Readonly<Record<string, LabelWeights>> = weights;
	const rows = known[encoder] ?? weights.words;
	const features = sentimentFeatures(evidence, cues);
	const probabilities = labelProbabilities(features, rows);
	const frustrated = SENTIMENT_LABELS.indexOf("frustrated");
	const least = FRUSTRATED_MIN[encoder] ?? FRUSTRATED_MIN_OF_OTHERS;
	if (probabilities[frustrated]! >= least) return "frustrated";
	probabilities[frustrated] = 0;
	return SENTIMENT_LABELS[probabilities.indexOf(Math.max(...probabilities))]!;
}
