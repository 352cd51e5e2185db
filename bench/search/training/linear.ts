import {
	type Forest,
	longness,
} from "@supportdesk/knowledge/domain/ranking/trees.ts";
import { type BoostOptions, chancesOf, type Rows } from "./rows.ts";

const STEPS = 20;
const RIDGE = 20;
/** Of a feature with a prior weight: few questions have it, and some by chance. */
const PRIOR_RIDGE = 300;

/**
 * Conditional logit by Newton's method, whose matrix leaves out what rivals have to do with each other. Each feature has a
 * weight for short questions and another that is added for long ones. A feature with a prior whose weight would have the
 * other sign gets none.
 */
export function fitLinear(
	rows: Rows,
	{ priors }: Pick<BoostOptions, "priors">,
): Pick<Forest, "linear" | "whenLong"> {
	const size = priors.length;
	const crossed = {
		...rows,
		features: rows.features.map((vector) => {
			const long = longness(vector);
			return [...vector, ...vector.map((value) => long * value)];
		}),
	};
	const all = [...priors, ...priors.map(() => 0)];
	const used = new Set(all.keys());
	for (;;) {
		const weights = newton(crossed, [...used], all);
		const wrong = [...used].filter(
			(feature) => all[feature]! * weights[feature]! < 0,
		);
		if (wrong.length === 0)
			return { linear: weights.slice(0, size), whenLong: weights.slice(size) };
		for (const feature of wrong) used.delete(feature);
	}
}

function newton(
	rows: Rows,
	used: readonly number[],
	priors: readonly number[],
): number[] {
	const size = rows.features[0]!.length;
	const weights = new Array<number>(size).fill(0);
	const total = rows.weights.reduce((sum, weight) => sum + weight, 0);
	const scale = rows.weights.length / total;
	const ridgeOf = (feature: number) =>
		priors[feature] === 0 ? RIDGE : PRIOR_RIDGE;
	for (let step = 0; step < STEPS; step++) {
		const matrix = used.map((feature, i) =>
			used.map((_, j) => (i === j ? ridgeOf(feature) : 0)),
		);
		const gradient = used.map(
			(feature) => ridgeOf(feature) * (priors[feature]! - weights[feature]!),
		);
		const odds = Float64Array.from(rows.features, (vector) =>
			used.reduce((sum, i) => sum + weights[i]! * vector[i]!, 0),
		);
		const { chances, wanted } = chancesOf(rows, odds);
		for (const [row, vector] of rows.features.entries()) {
			const chance = chances[row]!;
			const weight = rows.weights[row]! * scale;
			const error = weight * (wanted[row]! - chance);
			const curvature = weight * chance * (1 - chance);
			for (let i = 0; i < used.length; i++) {
				const value = vector[used[i]!]!;
				gradient[i]! += error * value;
				const line = matrix[i]!;
				for (let j = 0; j <= i; j++)
					line[j]! += curvature * value * vector[used[j]!]!;
			}
		}
		for (let i = 0; i < used.length; i++)
			for (let j = 0; j < i; j++) matrix[j]![i] = matrix[i]![j]!;
		const change = solve(matrix, gradient);
		for (const [i, feature] of used.entries()) weights[feature]! += change[i]!;
	}
	return weights;
}

/** Gaussian elimination of a symmetric positive matrix. */
function solve(matrix: number[][], right: number[]): number[] {
	const size = right.length;
	for (let i = 0; i < size; i++)
		for (let j = i + 1; j < size; j++) {
			const factor = matrix[j]![i]! / matrix[i]![i]!;
			if (factor === 0) continue;
			for (let k = i; k < size; k++) matrix[j]![k]! -= factor * matrix[i]![k]!;
			right[j]! -= factor * right[i]!;
		}
	const solution = new Array<number>(size).fill(0);
	for (let i = size - 1; i >= 0; i--) {
		let value = right[i]!;
		for (let k = i + 1; k < size; k++) value -= matrix[i]![k]! * solution[k]!;
		solution[i] = value / matrix[i]![i]!;
	}
	return solution;
}
