import { product } from "../index/vectors.ts";
import { analyseQuery } from "../text/analyse.ts";
import { addTo, type Direction, meanOf } from "./centred.ts";
import {
	centredProducts,
	diffusedProducts,
	meanOfGroups,
	type Products,
	type Similarities,
	spreadOf,
	squareOf,
	wordSimilarities,
} from "./similarity.ts";

/** Shares of the words in a similarity, and the first threshold: chosen on topics that bench/gaps does not report. */
const WORDS_SHARE = 0.3;
const WORDS_SHARE_AT_LAST = 0.2;
const FIRST_SIMILARITY_MIN = 0.18;
/** The last threshold lies this many standard deviations above the mean: questions of a narrow business are more alike. */
const DEVIATIONS = 1.2;
/** Of few questions the deviation says little. */
const SIMILARITY_MIN = 0.14;
const SIMILARITY_MAX = 0.28;
const ROWS_A_TURN = 50; // some milliseconds of a thousand questions

/** A question to cluster. */
export interface Clustered {
	readonly direction: Direction;
	readonly text: string;
}

type YieldTurn = () => Promise<unknown>;

/**
 * Clusters questions by average link, twice: two groups are joined while all pairs across them are, on average, alike
 * enough. The first groups say which topics are frequent, so that the mean of the second time is not drawn to them.
 * Returns a group's number for each question. Takes memory and time in the square of the questions.
 *
 * @param yieldTurn awaited now and then, so that the event loop can run other work.
 */
export async function recluster(
	questions: readonly Clustered[],
	yieldTurn: YieldTurn,
): Promise<number[]> {
	if (questions.length === 0) return [];
	const directions = questions.map(({ direction }) => direction);
	const units = directions.map(({ vector, scale }) =>
		Float32Array.from(vector, (value) => value * scale),
	);
	const words = wordSimilarities(
		questions.map(({ text }) => analyseQuery(text)),
	);
	const products = await productsOf(units, yieldTurn);
	const around = (mean: Float32Array) => centredProducts(products, units, mean);
	const first = blend(
		around(meanOf(directions, units[0]!.length)),
		words,
		WORDS_SHARE,
	);
	await yieldTurn();
	const groups = await groupsOf(first, FIRST_SIMILARITY_MIN, yieldTurn);
	const points = around(meanOfGroups(units, groups));
	await yieldTurn();
	const second = blend(points, words, WORDS_SHARE);
	const moved = diffusedProducts(points, second);
	await yieldTurn();
	const last = blend(moved, words, WORDS_SHARE_AT_LAST);
	const { mean, deviation } = spreadOf(last);
	const threshold = mean + DEVIATIONS * deviation;
	return groupsOf(
		last,
		Math.min(SIMILARITY_MAX, Math.max(SIMILARITY_MIN, threshold)),
		yieldTurn,
	);
}

/** Most of the work: the products of all pairs, of whose vectors nothing else reads the dimensions. */
async function productsOf(
	vectors: readonly Float32Array[],
	yieldTurn: YieldTurn,
): Promise<Products> {
	const products = squareOf(vectors.length);
	for (let i = 0; i < vectors.length; i++) {
		for (let j = 0; j <= i; j++) {
			const value = product(vectors[i]!, vectors[j]!, 0);
			products[i]![j] = value;
			products[j]![i] = value;
		}
		if (i % ROWS_A_TURN === 0) await yieldTurn();
	}
	return products;
}

/** Similarities that are partly of words. A question is not compared with itself. */
function blend(
	products: Products,
	words: Similarities,
	wordsShare: number,
): Float32Array[] {
	return products.map((row, i) =>
		row.map((value, j) =>
			i === j ? 0 : (1 - wordsShare) * value + wordsShare * words[i]![j]!,
		),
	);
}

/** Numbers the groups in the order of their first questions. The similarities are changed. */
async function groupsOf(
	similarities: readonly Float32Array[],
	similarityMin: number,
	yieldTurn: YieldTurn,
): Promise<number[]> {
	const parents = await joinAll(similarities, similarityMin, yieldTurn);
	const numbers = new Map<number, number>();
	return parents.map((_, i) => {
		let root = i;
		while (parents[root] !== root) root = parents[root]!;
		if (!numbers.has(root)) numbers.set(root, numbers.size);
		return numbers.get(root)!;
	});
}

/**
 * Follows chains of nearest neighbours to a pair that are each other's nearest, and joins them: the same groups as
 * always joining the nearest pair of all, at the square instead of the cube of the questions. Returns for each question
 * the one it was joined to, itself if none.
 */
async function joinAll(
	similarity: readonly Float32Array[],
	similarityMin: number,
	yieldTurn: YieldTurn,
): Promise<number[]> {
	const sizes = similarity.map(() => 1);
	const parents = similarity.map((_, i) => i);
	const alive = new Set(parents);
	const chain: number[] = [];
	for (let step = 1; alive.size > 0; step++) {
		if (step % ROWS_A_TURN === 0) await yieldTurn();
		const last = chain.at(-1) ?? alive.values().next().value!;
		if (chain.length === 0) chain.push(last);
		const before = chain.at(-2);
		const nearest = nearestOf(last, before, similarity, similarityMin, alive);
		if (nearest === undefined) {
			// Nothing is alike enough: this group is finished.
			alive.delete(last);
			chain.pop();
		} else if (nearest === before) {
			chain.length -= 2;
			join(before, last, similarity, sizes);
			parents[last] = before;
			alive.delete(last);
		} else chain.push(nearest);
	}
	return parents;
}

function nearestOf(
	group: number,
	before: number | undefined,
	similarity: readonly Float32Array[],
	similarityMin: number,
	alive: ReadonlySet<number>,
): number | undefined {
	const row = similarity[group]!;
	let nearest: number | undefined;
	let best = similarityMin;
	for (const other of alive) {
		if (other === group) continue;
		const value = row[other]!;
		// Among equals the one the chain came from, or the chain would go in circles.
		if (
			value > best ||
			(value === best && (other === before || nearest === undefined))
		)
			[nearest, best] = [other, value];
	}
	return nearest;
}

/** The similarity to a joined group is the mean over its members. */
function join(
	into: number,
	from: number,
	similarity: readonly Float32Array[],
	sizes: number[],
): void {
	const a = sizes[into]!;
	const b = sizes[from]!;
	for (let other = 0; other < sizes.length; other++) {
		const value =
			(a * similarity[into]![other]! + b * similarity[from]![other]!) / (a + b);
		similarity[into]![other] = value;
		similarity[other]![into] = value;
	}
	sizes[into] = a + b;
}

/** Position of the most typical question: the one nearest to all the others together. */
export function mostTypical(questions: readonly Direction[]): number {
	const sum = new Float32Array(questions[0]?.vector.length ?? 0);
	for (const { vector, scale } of questions) addTo(sum, vector, scale);
	const likeness = questions.map(
		({ vector, scale }) => scale * product(sum, vector, 0),
	);
	return likeness.indexOf(Math.max(...likeness));
}
