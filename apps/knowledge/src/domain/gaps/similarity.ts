import { product } from "../index/vectors.ts";
import { addTo, IMAGINED_QUESTIONS } from "./centred.ts";

/** How similar questions are to each other, one row for each. */
export type Similarities = readonly Float32Array[];

/** Inner products of vectors with each other, one row for each. */
export type Products = readonly Float32Array[];

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

/**
 * The inner products of unit vectors minus a mean, made unit-length again: the common part of all questions of a business does not
 * distinguish them. They follow from those of the vectors themselves, without their
 * dimensions: (u - m)(v - m) = uv - um - vm + mm.
 */
export function centredProducts(
	products: Products,
	vectors: readonly Float32Array[],
	mean: Float32Array,
): Products {
	const withMean = vectors.map((vector) => product(vector, mean, 0));
	const ofMean = product(mean, mean, 0);
	const centred = products.map((row, i) =>
		row.map((value, j) => value - withMean[i]! - withMean[j]! + ofMean),
	);
	return ofUnitVectors(centred);
}

/**
 * The inner products of points, each moved towards its nearest ones so that phrasings of one question come together, and made
 * unit-length again.
 */
export function diffusedProducts(
	products: Products,
	similarities: Similarities,
): Products {
	const neighbours = similarities.map((row, i) =>
		nearest(row, i).map((j) => ({ j, weight: row[j]! / NEIGHBOURS })),
	);
	const moved = products.map((row, i) => {
		const sum = Float32Array.from(row);
		for (const { j, weight } of neighbours[i]!)
			addTo(sum, products[j]!, weight);
		// The products of the moved point with all points; now they move, too.
		return sum.map((value, k) => {
			let both = value;
			for (const { j, weight } of neighbours[k]!) both += weight * sum[j]!;
			return both;
		});
	});
	return ofUnitVectors(moved);
}

/** Divided by the vectors' lengths, which are the roots of the diagonal. Those of a vector without a length stay as they are. */
function ofUnitVectors(products: Products): Products {
	const factors = products.map((row, i) =>
		row[i]! > 0 ? 1 / Math.sqrt(row[i]!) : 1,
	);
	return products.map((row, i) =>
		row.map((value, j) => value * factors[i]! * factors[j]!),
	);
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
