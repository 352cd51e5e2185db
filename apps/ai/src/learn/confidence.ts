import type { Evidence } from "./classifier.ts";

/** The winner and the features of its confidence. */
export interface Verdict {
	/** Index of the label with the most evidence. */
	readonly best: number;
	/** How similar the text is to learnt examples: the winner's nearest cosine, and a share of its lead. */
	readonly familiarity: number;
	/** The features of a confidence, see CONFIDENCE_FEATURES. */
	readonly features: readonly number[];
}

/**
 * Weights of the verdict's features in the log odds of being right. A number behind them is the probability from which on
 * a verdict on a business that was not calibrated on may be relied on.
 */
export type Calibration = readonly number[];

/** Names of the verdict's features, in order. */
export const CONFIDENCE_FEATURES = [
	"constant",
	"lead of the total over the runner-up",
	"linear score of the winner",
	"nearest cosine of the winner",
	"both kinds of evidence agree",
	"logarithm of the number of words",
] as const;

/** Swept with the bound of signal-model.ts: a text far from every example may still leave no doubt. */
const LEAD_SHARE = 0.2;

/** The highest probability of a verdict that is not to be relied on. */
const UNRELIABLE_MAX = 0.59;

/** More words do not make a text clearer: the public questions that calibrate are short, and tickets are not. */
const WORDS_MAX = 12;

/** Finds the winner among at least one label. */
export function judge(evidence: Evidence, wordCount: number): Verdict {
	const best = argmax(evidence.total);
	let second = Number.NEGATIVE_INFINITY;
	evidence.total.forEach((score, k) => {
		if (k !== best) second = Math.max(second, score);
	});
	const lead = Number.isFinite(second) ? evidence.total[best]! - second : 1;
	const agree = argmax(evidence.linear) === argmax(evidence.nearest);
	return {
		best,
		familiarity: evidence.nearest[best]! + LEAD_SHARE * lead,
		features: [
			1,
			lead,
			evidence.linear[best]!,
			evidence.nearest[best]!,
			agree ? 1 : 0,
			Math.log(1 + Math.min(wordCount, WORDS_MAX)),
		],
	};
}

/** The probability, 0 to 1, that a verdict is right. */
export function probability(
	{ features }: Pick<Verdict, "features">,
	calibration: Calibration,
): number {
	let odds = 0;
	features.forEach((value, i) => {
		odds += value * (calibration[i] ?? 0);
	});
	const likely = 1 / (1 + Math.exp(-odds));
	const reliableFrom = calibration[features.length] ?? 0;
	return likely < reliableFrom ? Math.min(likely, UNRELIABLE_MAX) : likely;
}

function argmax(values: Float32Array): number {
	let best = 0;
	values.forEach((value, i) => {
		if (value > values[best]!) best = i;
	});
	return best;
}
