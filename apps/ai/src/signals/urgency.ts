import type { Evidence } from "../learn/classifier.ts";
import {
	evidenceFeatures,
	type LabelWeights,
	labelProbabilities,
} from "../learn/multinomial.ts";
import type { Cues } from "./cues/cues.ts";
import { urgencyOfCues } from "./cues/urgency-of-cues.ts";
import { URGENCIES, type Urgency } from "./task.ts";
import weights from "./urgency.json" with { type: "json" };

/** The labels of every urgency classifier: sorted. */
export const URGENCY_LABELS = URGENCIES.toSorted();
/** From this probability on a ticket is `urgent`: a missed one costs most. */
const URGENT_MIN = 0.4;
/** So it is from this one on, where the mean of the scale is about `high`: then little speaks for `low`. */
const URGENT_AMONG_HIGH_MIN = 0.3;
const ABOUT_HIGH_MAX = URGENCIES.indexOf("high") + 0.1;

/** What urgency is read from: the evidence for each label, and the bounds of what the text reports. */
export function urgencyFeatures(evidence: Evidence, cues: Cues): number[] {
	const { least, most } = urgencyOfCues(cues);
	return [
		...evidenceFeatures(evidence),
		...[
			least === "urgent",
			least === "high",
			most === "low",
			most === "normal",
		].map(Number),
	];
}

/**
 * `urgent` where it is probable, else the mean of the scale's other steps, weighted by their probabilities: between
 * `high` and `low` the mistake that costs least is the middle.
 * @param encoder name of the one whose vectors the evidence is from
 */
export function readUrgency(
	encoder: string,
	evidence: Evidence,
	cues: Cues,
): Urgency {
	const known: Readonly<Record<string, LabelWeights>> = weights;
	const rows = known[encoder] ?? weights.words;
	return urgencyOf(labelProbabilities(urgencyFeatures(evidence, cues), rows));
}

/** @param probabilities in the order of URGENCY_LABELS */
export function urgencyOf(probabilities: readonly number[]): Urgency {
	const urgent = probabilities[URGENCY_LABELS.indexOf("urgent")]!;
	const mean = probabilities.reduce(
		(sum, p, k) => sum + p * URGENCIES.indexOf(URGENCY_LABELS[k]!),
		0,
	);
	const urgentMin = mean <= ABOUT_HIGH_MAX ? URGENT_AMONG_HIGH_MIN : URGENT_MIN;
	if (urgent >= urgentMin) return "urgent";
	return URGENCIES[Math.max(Math.round(mean), 1)]!;
}
