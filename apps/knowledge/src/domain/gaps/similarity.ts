import { product } from "../index/vectors.ts";
import { addTo, IMAGINED_QUESTIONS } from "./centred.ts";

/** How similar questions are to each other, one row for each. */
export type Similarities = readonly Float32Array[];

/** Nearest questions that a point moves to. */
const NEIGHBOURS = 5;
/** A less similar question is no neighbour. */
const NEIGHBOUR_MIN = 0.3;

export function squareOf(count: number): Float32Array[] {
	return Array.from({ length: count }, () => new Float32Array(count));
}

/** The cosine of words that two questions share, each weighed by how rare it is among all of them. */
export function wordSimilarities(
	questions: readonly (readonly string[])[],
): Similarities {
	const having = new Map<string, number[]>();
	for (const [i, words] of questions.entries())
		for (const word of new Set(words)) {
			const known = having.get(word);
			if (known) known.push(i);
			else having.set(word, [i]);
		}
	const similarities = squareOf(questions.length);
	const squares = new Float32Array(questions.length);
	for (const rows of having.values()) {
		const weight = Math.log((questions.length + 1) / rows.length) ** 2;
		for (const i of rows) {
			squares[i]! += weight;
			for (const j of rows) if (i !== j) similarities[i]![j]! += weight;
		}
	}
	for (const [i, row] of similarities.entries())
		for (let j = 0; j < row.length; j++)
			if (row[j]! > 0) row[j]! /= Math.sqrt(squares[i]! * squares[j]!);
	return similarities;
}

/** The mean of groups' mean vectors: with all questions equal, a frequent topic would be subtracted from itself. */
export function meanOfGroups(
	vectors: readonly Float32Array[],
	groups: readonly number[],
): Float32Array {
	const sums = new Map<number, { sum: Float32Array; count: number }>();
	const dimensions = vectors[0]?.length ?? 0;
	for (const [i, vector] of vectors.entries()) {
		const group = groups[i]!;
		let own = sums.get(group);
		if (!own) {
			own = { sum: new Float32Array(dimensions), count: 0 };
			sums.set(group, own);
		}
		addTo(own.sum, vector, 1);
		own.count++;
	}
	const mean = new Float32Array(dimensions);
	let total = IMAGINED_QUESTIONS / 2;
	for (const { sum, count } of sums.values()) {
		const weight = Math.sqrt(count);
		total += weight;
		addTo(mean, sum, weight / count);
	}
	return mean.map((value) => value / total);
}

/** Moves each point towards its nearest ones, so that phrasings of one question come together. */
export function diffused(
	points: readonly Float32Array[],
	similarities: Similarities,
): Float32Array[] {
	return points.map((point, i) => {
		const moved = Float32Array.from(point);
		for (const j of nearest(similarities[i]!, i))
			addTo(moved, points[j]!, similarities[i]![j]! / NEIGHBOURS);
		const length = Math.sqrt(product(moved, moved, 0)) || 1;
		return moved.map((value) => value / length);
	});
}

function nearest(row: Float32Array, own: number): number[] {
	const best: number[] = [];
	for (let j = 0; j < row.length; j++) {
		if (j === own || row[j]! <= NEIGHBOUR_MIN) continue;
		if (best.length === NEIGHBOURS && row[j]! <= row[best.at(-1)!]!) continue;
		const at = best.findIndex((other) => row[other]! < row[j]!);
		best.splice(at < 0 ? best.length : at, 0, j);
		best.length = Math.min(best.length, NEIGHBOURS);
	}
	return best;
}

/** The mean of all similarities of two different questions, and their standard deviation. */
export function spreadOf(similarities: Similarities): {
	mean: number;
	deviation: number;
} {
	let sum = 0;
	let squares = 0;
	let count = 0;
	for (const [i, row] of similarities.entries())
		for (let j = 0; j < i; j++) {
			sum += row[j]!;
			squares += row[j]! ** 2;
			count++;
		}
	const mean = count ? sum / count : 0;
	return {
		mean,
		deviation: Math.sqrt(Math.max(0, squares / (count || 1) - mean ** 2)),
	};
}
