import type { Evidence } from "./classifier.ts";

/** For each label, the weights of the features. */
export type LabelWeights = readonly (readonly number[])[];

/** A constant, and the evidence for each label as features of a multinomial regression. */
export function evidenceFeatures({ linear, nearest }: Evidence): number[] {
	const mean = nearest.reduce((sum, x) => sum + x, 0) / nearest.length;
	return [1, ...linear, ...nearest.map((x) => 4 * (x - mean))];
}

/** The probability of each label. */
export function labelProbabilities(
	features: readonly number[],
	rows: LabelWeights,
): number[] {
	const odds = rows.map((row) =>
		row.reduce((sum, weight, i) => sum + weight * features[i]!, 0),
	);
	const highest = Math.max(...odds);
	const powers = odds.map((x) => Math.exp(x - highest));
	const all = powers.reduce((sum, x) => sum + x, 0);
	return powers.map((x) => x / all);
}
