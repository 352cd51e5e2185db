import type { Evidence } from "../learn/classifier.ts";
import type { Cues } from "./cues/cues.ts";
import { urgencyOfCues } from "./cues/urgency-of-cues.ts";
import { URGENCIES, type Urgency } from "./task.ts";
import weights from "./urgency.json" with { type: "json" };

/** The labels of every urgency classifier: sorted. */
export const URGENCY_LABELS = URGENCIES.toSorted();
/** Below this probability a ticket is not `urgent`. Chosen on the development tickets: a missed one costs most. */
const URGENT_MIN = 0.4;

/** For each label of URGENCY_LABELS, the weights of the features. */
export type UrgencyWeights = readonly (readonly number[])[];

/** What urgency is read from: a constant, the evidence for each label, and the bounds of what the text reports. */
export function urgencyFeatures(
	{ linear, nearest }: Evidence,
	cues: Cues,
): number[] {
	const { least, most } = urgencyOfCues(cues);
	const mean = nearest.reduce((sum, x) => sum + x, 0) / nearest.length;
	return [
		1,
		...linear,
		...nearest.map((x) => 4 * (x - mean)),
		...[
			least === "urgent",
			least === "high",
			most === "low",
			most === "normal",
		].map(Number),
	];
}

/** The probability of each label, in the order of URGENCY_LABELS. */
export function urgencyProbabilities(
	features: readonly number[],
	rows: UrgencyWeights,
): number[] {
	const odds = rows.map((row) =>
		Math.exp(row.reduce((sum, weight, i) => sum + weight * features[i]!, 0)),
	);
	const all = odds.reduce((sum, x) => sum + x, 0);
	return odds.map((x) => x / all);
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
	const known: Readonly<Record<string, UrgencyWeights>> = weights;
	const rows = known[encoder] ?? weights.words;
	return urgencyOf(urgencyProbabilities(urgencyFeatures(evidence, cues), rows));
}

export function urgencyOf(probabilities: readonly number[]): Urgency {
	let mean = 0;
	for (const [k, label] of URGENCY_LABELS.entries()) {
		if (label === "urgent" && probabilities[k]! >= URGENT_MIN) return label;
		mean += probabilities[k]! * URGENCIES.indexOf(label);
	}
	return URGENCIES[Math.max(Math.round(mean), 1)]!;
}
