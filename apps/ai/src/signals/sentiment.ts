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
 * From this probability on a text is `frustrated`: a feeling that is missed costs more than one that is suspected. The lowest
 * at which seven in ten are right on our own tickets, with both encoders.
 */
const FRUSTRATED_MIN = 0.3;

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
	if (probabilities[frustrated]! >= FRUSTRATED_MIN) return "frustrated";
	probabilities[frustrated] = 0;
	return SENTIMENT_LABELS[probabilities.indexOf(Math.max(...probabilities))]!;
}
