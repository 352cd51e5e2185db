import { BUCKETS, countNgrams } from "./ngrams.ts";

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
		for (const key of words.keys) textsWith[key]!++;
		for (const key of runs.keys) textsWith[key]!++;
	}
	return Uint8Array.from(textsWith, (count) =>
		Math.round((Math.log((1 + texts.length) / (1 + count)) + 1) / RARITY_STEP),
	);
}

/**
 * The vector that linear models learn from and score: the words, the character n-grams and the embedding, concatenated,
 * each of length one, so that none dominates.
 * @param embedding the encoder's vector of the text; it takes the coordinates after the buckets
 */
export function featureVector(
	text: string,
	embedding: Float32Array,
	rarity: Uint8Array,
): SparseVector {
	const { words, runs } = countNgrams(text);
	const begin = words.keys.length + runs.keys.length;
	const indices = new Uint32Array(begin + embedding.length);
	const values = new Float32Array(indices.length);
	let at = 0;
	for (const { keys, counts } of [words, runs]) {
		const end = at + keys.length;
		indices.set(keys, at);
		let squares = 0;
		for (let i = 0; i < keys.length; i++) {
			const often = 1 + (counts[i] === 1 ? 0 : Math.log(counts[i]!));
			const value = often * rarity[keys[i]!]! * RARITY_STEP;
			squares += value * value;
			values[at + i] = value;
		}
		const length = Math.sqrt(squares);
		for (; at < end; at++) values[at]! /= length;
	}
	for (let i = 0; i < embedding.length; i++) indices[begin + i] = BUCKETS + i;
	values.set(embedding, begin);
	return { indices, values };
}
