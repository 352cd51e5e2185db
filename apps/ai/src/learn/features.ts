import { BUCKETS, type Counts, countNgrams } from "./ngrams.ts";

/** Some coordinates of a long vector; the others are zero. */
export interface SparseVector {
	readonly indices: Uint32Array;
	readonly values: Float32Array;
}

/** Steps of a stored rarity: a byte holds rarities up to 16, which 4 million texts do not reach. */
const RARITY_STEP = 1 / 16;

/** How rare each bucket is in the given texts, in sixteenths of ln((1 + texts) / (1 + texts with it)) + 1. */
export function learnRarity(texts: readonly string[]): Uint8Array {
	const textsWith = new Float32Array(BUCKETS);
	for (const text of texts) {
		const { words, runs } = countNgrams(text);
		for (const key of words.keys()) textsWith[key]!++;
		for (const key of runs.keys()) textsWith[key]!++;
	}
	return Uint8Array.from(textsWith, (count) =>
		Math.round((Math.log((1 + texts.length) / (1 + count)) + 1) / RARITY_STEP),
	);
}

/**
 * The vector that linear models learn from and score: the words, the character runs and the meaning side by side,
 * each of length one, so that none drowns the others.
 * @param meaning the encoder's vector of the text; it takes the coordinates after the buckets
 */
export function featureVector(
	text: string,
	meaning: Float32Array,
	rarity: Uint8Array,
): SparseVector {
	const { words, runs }: Counts = countNgrams(text);
	const indices = new Uint32Array(words.size + runs.size + meaning.length);
	const values = new Float32Array(indices.length);
	let at = 0;
	for (const block of [words, runs]) {
		const begin = at;
		let squares = 0;
		for (const [key, count] of block) {
			const value = (1 + Math.log(count)) * rarity[key]! * RARITY_STEP;
			squares += value * value;
			indices[at] = key;
			values[at++] = value;
		}
		const length = Math.sqrt(squares);
		for (let i = begin; i < at; i++) values[i]! /= length;
	}
	for (let i = 0; i < meaning.length; i++) {
		indices[at] = BUCKETS + i;
		values[at++] = meaning[i]!;
	}
	return { indices, values };
}
