import type { Meaning } from "../index/meanings.ts";
import { centred, dot, meanOf } from "./centred.ts";

/** A wording that was asked before. */
export interface KnownQuestion {
	readonly gapId: string;
	readonly key: string;
	readonly encoder: string | undefined;
	/** int8; undefined when it could not be encoded. */
	readonly vector: Int8Array | undefined;
}

// Both were chosen on the CLINC and Banking77 draws of bench/gaps.
const SIMILARITY_MIN = 0.45;
const SHARED_WORDS_MIN = 0.6; // where meaning is not known: of all words of both

/**
 * The gap a new wording belongs to: the one whose wordings are, on average, most alike. Undefined when it is a
 * question of its own.
 */
export function gapFor(
	key: string,
	meaning: Meaning | undefined,
	known: readonly KnownQuestion[],
): string | undefined {
	const same = known.find((question) => question.key === key);
	if (same) return same.gapId;
	return meaning ? gapByMeaning(meaning, known) : gapByWords(key, known);
}

function gapByMeaning(
	meaning: Meaning,
	known: readonly KnownQuestion[],
): string | undefined {
	const comparable = known.filter(
		(question) => question.encoder === meaning.encoder && question.vector,
	);
	const dimensions = meaning.vector.length;
	const mean = meanOf(
		comparable.map(({ vector }) => vector!),
		dimensions,
	);
	const own = centred(meaning.vector, mean);
	// The sum of each gap's vectors, one after the other: a thousand small arrays would take longer than the arithmetic.
	const places = new Map<string, number>();
	const sums = new Float32Array(comparable.length * dimensions);
	const one = new Float32Array(dimensions);
	for (const { gapId, vector } of comparable) {
		const place = places.get(gapId) ?? places.size * dimensions;
		places.set(gapId, place);
		centred(vector!, mean, one);
		for (let i = 0; i < dimensions; i++) sums[place + i]! += one[i]!;
	}
	let best: string | undefined;
	let bestSimilarity = SIMILARITY_MIN;
	for (const [gapId, place] of places) {
		const sum = sums.subarray(place, place + dimensions);
		const similarity = dot(own, sum) / (Math.sqrt(dot(sum, sum)) || 1);
		if (similarity >= bestSimilarity)
			[best, bestSimilarity] = [gapId, similarity];
	}
	return best;
}

function gapByWords(
	key: string,
	known: readonly KnownQuestion[],
): string | undefined {
	const own = new Set(key.split(" "));
	let best: string | undefined;
	let bestShare = SHARED_WORDS_MIN;
	for (const question of known) {
		const other = new Set(question.key.split(" "));
		const share =
			own.intersection(other).size / Math.max(1, own.union(other).size);
		if (share >= bestShare) [best, bestShare] = [question.gapId, share];
	}
	return best;
}
