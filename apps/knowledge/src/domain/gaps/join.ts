import type { Meaning } from "../index/meanings.ts";
import { product } from "../index/vectors.ts";
import { addTo, centred, type Direction, meanOf } from "./centred.ts";

/** A wording that was asked before. */
export interface KnownQuestion {
	readonly gapId: string;
	readonly key: string;
	readonly encoder: string | undefined;
	/** Undefined when it could not be encoded. */
	readonly direction: Direction | undefined;
}

const SIMILARITY_MIN = 0.4; // chosen as that of regrouping was
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
	{ encoder, vector }: Meaning,
	known: readonly KnownQuestion[],
): string | undefined {
	const comparable = known.filter(
		(question): question is Comparable =>
			question.encoder === encoder && question.direction !== undefined,
	);
	const mean = meanOf(
		comparable.map(({ direction }) => direction),
		vector.length,
	);
	const own = centred(vector, 1, mean);
	let best: string | undefined;
	let bestSimilarity = SIMILARITY_MIN;
	for (const [gapId, sum] of centredSums(comparable, mean)) {
		const length = Math.sqrt(product(sum, sum, 0));
		const similarity = product(own, sum, 0) / (length || 1);
		if (similarity >= bestSimilarity)
			[best, bestSimilarity] = [gapId, similarity];
	}
	return best;
}

type Comparable = KnownQuestion & { readonly direction: Direction };

/**
 * The sum of each gap's vectors as they are seen from the mean. The mean is taken off the sums, not off every vector:
 * for a unit vector u, |u - m|² is 1 - 2um + m², so one product a vector tells how long it is from there.
 */
function centredSums(
	questions: readonly Comparable[],
	mean: Float32Array,
): Map<string, Float32Array> {
	const sums = new Map<string, Float32Array>();
	const shares = new Map<string, number>();
	const meanSquare = product(mean, mean, 0);
	for (const { gapId, direction } of questions) {
		const { vector, scale } = direction;
		const along = scale * product(mean, vector, 0);
		const square = (scale > 0 ? 1 : 0) - 2 * along + meanSquare;
		const share = square > 0 ? 1 / Math.sqrt(square) : 0;
		let sum = sums.get(gapId);
		if (!sum) {
			sum = new Float32Array(mean.length);
			sums.set(gapId, sum);
		}
		shares.set(gapId, (shares.get(gapId) ?? 0) + share);
		addTo(sum, vector, scale * share);
	}
	for (const [gapId, sum] of sums) addTo(sum, mean, -shares.get(gapId)!);
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
