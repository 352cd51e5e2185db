/** One prediction beside the truth. */
export interface Outcome {
	readonly truth: string;
	readonly predicted: string;
	/** The probability, 0 to 1, that the prediction is right. */
	readonly confidence: number;
}

/** Bins of the expected calibration error: the usual ten. */
const BINS = 10;

/** The share of predictions that are right. */
export function accuracy(outcomes: readonly Outcome[]): number {
	return mean(outcomes.map(isRight));
}

/** The mean of the labels' F1 scores, over the labels that are the truth at least once. */
export function macroF1(outcomes: readonly Outcome[]): number {
	const labels = [...new Set(outcomes.map(({ truth }) => truth))];
	return mean(
		labels.map((label) => {
			const truths = outcomes.filter(({ truth }) => truth === label).length;
			const found = outcomes.filter((o) => o.predicted === label);
			const right = found.filter((o) => o.truth === label).length;
			return (2 * right) / (truths + found.length);
		}),
	);
}

/** Expected calibration error: how far confidences and shares of right predictions are apart, over ten bins. */
export function calibrationError(outcomes: readonly Outcome[]): number {
	let error = 0;
	for (let bin = 0; bin < BINS; bin++) {
		const inside = outcomes.filter(
			({ confidence }) =>
				Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin,
		);
		if (inside.length === 0) continue;
		const said = mean(inside.map(({ confidence }) => confidence));
		error +=
			(inside.length / outcomes.length) * Math.abs(said - accuracy(inside));
	}
	return error;
}

/** The chance that one of `high` scores above one of `low`; ties count half. */
export function auroc(high: readonly number[], low: readonly number[]): number {
	const sorted = [...low].sort((a, b) => a - b);
	let wins = 0;
	for (const score of high)
		wins +=
			(countBelow(sorted, score, false) + countBelow(sorted, score, true)) / 2;
	return wins / (high.length * low.length);
}

/** How well ordered labels agree, quadratically weighted: 1 is perfect, 0 is chance. */
export function quadraticKappa(
	outcomes: readonly Outcome[],
	order: readonly string[],
): number {
	const rank = (label: string) => order.indexOf(label);
	const distance = (a: string, b: string) => (rank(a) - rank(b)) ** 2;
	const observed = mean(outcomes.map((o) => distance(o.truth, o.predicted)));
	const expected = mean(
		outcomes.map((a) =>
			mean(outcomes.map((b) => distance(a.truth, b.predicted))),
		),
	);
	return expected === 0 ? 1 : 1 - observed / expected;
}

/** How often each truth was predicted as each label. */
export function confusion(
	outcomes: readonly Outcome[],
): Record<string, Record<string, number>> {
	// Maps, because a label may be called __proto__.
	const counts = new Map<string, Map<string, number>>();
	for (const { truth, predicted } of outcomes) {
		const found = counts.get(truth) ?? new Map<string, number>();
		counts.set(truth, found.set(predicted, (found.get(predicted) ?? 0) + 1));
	}
	return Object.fromEntries(
		[...counts].map(([truth, found]) => [truth, Object.fromEntries(found)]),
	);
}

/** Precision and recall of finding any of the labels. */
export function precisionRecall(
	outcomes: readonly Outcome[],
	labels: readonly string[],
): { precision: number; recall: number } {
	const found = outcomes.filter((o) => labels.includes(o.predicted));
	const wanted = outcomes.filter((o) => labels.includes(o.truth));
	const right = found.filter((o) => labels.includes(o.truth)).length;
	return {
		precision: found.length ? right / found.length : 0,
		recall: wanted.length ? right / wanted.length : 0,
	};
}

export function mean(values: readonly (number | boolean)[]): number {
	if (values.length === 0) return 0;
	let sum = 0;
	for (const value of values) sum += Number(value);
	return sum / values.length;
}

function isRight({ truth, predicted }: Outcome): boolean {
	return truth === predicted;
}

/** How many of the sorted values are below the score, or not above it. */
function countBelow(
	sorted: readonly number[],
	score: number,
	orEqual: boolean,
): number {
	let low = 0;
	let high = sorted.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const value = sorted[middle]!;
		if (value < score || (orEqual && value === score)) low = middle + 1;
		else high = middle;
	}
	return low;
}
