import type { SparseVector } from "./features.ts";

/** How much a training error costs against large weights: liblinear's and scikit-learn's default. */
const COST = 1;
/** Passes over the examples; one-vs-rest problems of tens of thousands of texts settle in fewer. */
const PASSES_MAX = 60;
/** Largest step of a pass below which the problem counts as solved. */
const TOLERANCE = 0.03;

/**
 * A linear support vector machine with squared hinge loss: dual coordinate descent with shrinking, the algorithm
 * of liblinear (Hsieh et al., 2008).
 * @param examples vectors over `size` coordinates, with the last coordinate free for the bias
 * @param isPositive which of them belong to the class
 * @returns the weights, the bias in the last coordinate
 */
export function trainSvm(
	examples: readonly SparseVector[],
	isPositive: readonly boolean[],
	size: number,
): Float32Array {
	const weights = new Float32Array(size + 1);
	const alpha = new Float64Array(examples.length);
	const diagonal = examples.map(
		({ values }) => values.reduce((sum, x) => sum + x * x, 1) + 0.5 / COST,
	);
	const active = examples.map((_, i) => i);
	let state = 1;
	let shrinkAbove = Number.POSITIVE_INFINITY;
	for (let pass = 0; pass < PASSES_MAX; pass++) {
		let worst = 0;
		for (let at = 0; at < active.length; at++) {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			const other = at + Math.floor((state / 2 ** 32) * (active.length - at));
			const i = active[other]!;
			active[other] = active[at]!;
			active[at] = i;
			const y = isPositive[i] ? 1 : -1;
			const example = examples[i]!;
			const gradient =
				y * score(weights, example) - 1 + (alpha[i]! * 0.5) / COST;
			if (alpha[i] === 0 && gradient > shrinkAbove) {
				active[at--] = active[active.length - 1]!;
				active.pop();
				continue;
			}
			const projected = alpha[i] === 0 ? Math.min(gradient, 0) : gradient;
			worst = Math.max(worst, Math.abs(projected));
			if (Math.abs(projected) < 1e-12) continue;
			const before = alpha[i]!;
			alpha[i] = Math.max(before - gradient / diagonal[i]!, 0);
			move(weights, example, (alpha[i]! - before) * y);
		}
		if (worst <= TOLERANCE) {
			if (active.length === examples.length) break;
			// Solved among the active: the ones put aside are checked once more.
			active.splice(0, active.length, ...examples.keys());
			shrinkAbove = Number.POSITIVE_INFINITY;
		} else {
			shrinkAbove = worst;
		}
	}
	return weights;
}

/** The side of the plane a vector lies on, and how far. */
export function score(
	weights: Float32Array,
	{ indices, values }: SparseVector,
): number {
	let sum = weights[weights.length - 1]!;
	for (let i = 0; i < indices.length; i++)
		sum += weights[indices[i]!]! * values[i]!;
	return sum;
}

function move(
	weights: Float32Array,
	{ indices, values }: SparseVector,
	step: number,
): void {
	for (let i = 0; i < indices.length; i++)
		weights[indices[i]!]! += step * values[i]!;
	weights[weights.length - 1]! += step;
}
