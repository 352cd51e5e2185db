import { fitLogistic } from "@supportdesk/ai/learn/logistic.ts";
import { confidenceError, type Draft } from "./measure.ts";

/** A draft with the set of its question. */
type DraftOf = Draft & { readonly set: string };

/** The odds of a relevance of 0 or 1 are not finite. */
const NEARLY = 1e-4;
const BINS = [60, 70, 80, 90, 95, 100];

/**
 * The constant and slope for `draft-confidence.ts`, fitted on all drafts; the calibration error of each set under a fit
 * on the others; and the number of right drafts in each range of confidence.
 */
export function reportFit(drafts: readonly DraftOf[]): string {
	const lines = [`constant and slope: ${round(fit(drafts))}`];
	for (const set of new Set(drafts.map((one) => one.set))) {
		const own = drafts.filter((one) => one.set === set);
		const weights = fit(drafts.filter((one) => one.set !== set));
		const error = confidenceError(own, (one) => confidence(one, weights));
		lines.push(`${set}, fitted on the others: ${error.toFixed(3)}`);
	}
	let from = 0;
	for (const to of BINS) {
		const inside = drafts.filter(
			(one) => one.confidence >= from && one.confidence < to,
		);
		const right = inside.filter(({ isRight }) => isRight).length;
		lines.push(
			`confidence ${from} to ${to}: ${right} of ${inside.length} right`,
		);
		from = to;
	}
	return lines.join("\n");
}

function fit(drafts: readonly Draft[]): number[] {
	return fitLogistic(
		drafts.map((draft) => [1, oddsOf(draft)]),
		drafts.map(({ isRight }) => isRight),
		[0, 1],
	);
}

function confidence(draft: Draft, [constant, slope]: readonly number[]) {
	return 100 / (1 + Math.exp(-constant! - slope! * oddsOf(draft)));
}

function oddsOf({ relevance }: Draft): number {
	const p = Math.min(Math.max(relevance, NEARLY), 1 - NEARLY);
	return Math.log(p / (1 - p));
}

function round(weights: readonly number[]): string {
	return weights.map((weight) => weight.toFixed(2)).join(", ");
}
