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
	const mean = meanOf(
		comparable.map(({ vector }) => vector!),
		meaning.vector.length,
	);
	const own = centred(meaning.vector, mean);
	let best: string | undefined;
	let bestSimilarity = SIMILARITY_MIN;
	for (const [gapId, sum] of centredSums(comparable, mean)) {
		const similarity = dot(own, sum) / (Math.sqrt(dot(sum, sum)) || 1);
		if (similarity >= bestSimilarity)
			[best, bestSimilarity] = [gapId, similarity];
	}
	return best;
}

/**
 * The sum of each gap's vectors as they are seen from the mean. The mean is taken off the sums, not off every vector:
 * for a unit vector u, |u - m|² is 1 - 2um + m², so one product a vector tells how long it is from there.
 */
function centredSums(
	questions: readonly KnownQuestion[],
	mean: Float32Array,
): Map<string, Float32Array> {
	const sums = new Map<string, Float32Array>();
	const shares = new Map<string, number>();
	const meanSquare = dot(mean, mean);
	for (const { gapId, vector } of questions) {
		let own = 0;
		let product = 0;
		for (let i = 0; i < vector!.length; i++) {
			own += vector![i]! * vector![i]!;
			product += vector![i]! * mean[i]!;
		}
		const scale = own > 0 ? 1 / Math.sqrt(own) : 0;
		const square = (own > 0 ? 1 : 0) - 2 * scale * product + meanSquare;
		const share = square > 0 ? 1 / Math.sqrt(square) : 0;
		let sum = sums.get(gapId);
		if (!sum) {
			sum = new Float32Array(mean.length);
			sums.set(gapId, sum);
		}
		shares.set(gapId, (shares.get(gapId) ?? 0) + share);
		const factor = scale * share;
		for (let i = 0; i < sum.length; i++) sum[i]! += factor * vector![i]!;
	}
	for (const [gapId, sum] of sums) {
		const share = shares.get(gapId)!;
		for (let i = 0; i < sum.length; i++) sum[i]! -= share * mean[i]!;
	}
	return sums;
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
