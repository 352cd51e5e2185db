import { product } from "../index/vectors.ts";
import {
	addTo,
	type Direction,
	IMAGINED_QUESTIONS,
	meanOf,
} from "./centred.ts";

const SIMILARITY_MIN = 0.4; // chosen as that of reclustering was
const GAP_BYTES = 400; // beside its vector

/** The unit vectors of a gap's phrasings, each minus the mean and made unit-length again, summed. */
interface GapSum {
	readonly gapId: string;
	/** The sum before the mean is subtracted: Σ share · vector. */
	readonly vector: Float32Array;
	/** Σ share, the multiple of the mean to subtract; a phrasing's share is one over its distance from the mean. */
	share: number;
	/** Square of the vector's length. */
	square: number;
}

/**
 * The embeddings of a workspace's gaps: a sum of vectors for each, and the mean of all. A new phrasing is compared with
 * the sums, not with the phrasings, and changes one of them. The mean is subtracted at the comparison:
 * (u - m)(s - cm) = us - c·um - ms + c·mm. Only a phrasing's distance from the mean is not updated after it was added.
 */
export class GapEmbeddings {
	readonly #gaps = new Map<string, GapSum>();
	/** Of all phrasings. */
	readonly #sum: Float32Array;
	#count = 0;

	constructor(dimensions: number) {
		this.#sum = new Float32Array(dimensions);
	}

	/** Builds the sums of many phrasings; all distances are taken from one mean. */
	static of(
		phrasings: readonly {
			readonly gapId: string;
			readonly direction: Direction | undefined;
		}[],
	): GapEmbeddings {
		const directions = phrasings.flatMap(({ direction }) => direction ?? []);
		const dimensions = directions[0]?.vector.length ?? 0;
		const embeddings = new GapEmbeddings(dimensions);
		for (const { vector, scale } of directions)
			addTo(embeddings.#sum, vector, scale);
		embeddings.#count = directions.length;
		const mean = meanOf(directions, dimensions);
		for (const { gapId, direction } of phrasings)
			if (direction) embeddings.#put(gapId, direction, mean);
		return embeddings;
	}

	/** Approximate bytes in memory. */
	get bytes(): number {
		return this.#gaps.size * (GAP_BYTES + this.#sum.byteLength);
	}

	add(gapId: string, direction: Direction): void {
		addTo(this.#sum, direction.vector, direction.scale);
		this.#count++;
		this.#put(gapId, direction, this.#mean());
	}

	#mean(): Float32Array {
		const count = this.#count + IMAGINED_QUESTIONS;
		return this.#sum.map((value) => value / count);
	}

	#put(gapId: string, { vector, scale }: Direction, mean: Float32Array): void {
		const along = scale * product(mean, vector, 0);
		const square = squareFrom(scale, along, product(mean, mean, 0));
		const share = square > 0 ? 1 / Math.sqrt(square) : 0;
		let gap = this.#gaps.get(gapId);
		if (!gap) {
			const empty = new Float32Array(mean.length);
			gap = { gapId, vector: empty, share: 0, square: 0 };
			this.#gaps.set(gapId, gap);
		}
		addTo(gap.vector, vector, scale * share);
		gap.share += share;
		gap.square = product(gap.vector, gap.vector, 0);
	}

	/** The gap that is most alike, if it is alike enough. */
	nearest({ vector, scale }: Direction): string | undefined {
		const mean = this.#mean();
		const own = Float32Array.from(vector, (value) => value * scale);
		const meanSquare = product(mean, mean, 0);
		const along = product(mean, own, 0);
		const ownSquare = squareFrom(scale, along, meanSquare);
		let best: string | undefined;
		let bestSimilarity = SIMILARITY_MIN;
		for (const gap of this.#gaps.values()) {
			const { share } = gap;
			const gapAlong = product(mean, gap.vector, 0);
			const square =
				gap.square - 2 * share * gapAlong + share * share * meanSquare;
			const likeness =
				product(own, gap.vector, 0) - gapAlong - share * (along - meanSquare);
			const similarity = likeness / (Math.sqrt(ownSquare * square) || 1);
			if (similarity >= bestSimilarity)
				[best, bestSimilarity] = [gap.gapId, similarity];
		}
		return best;
	}
}

/** Square of the distance of a unit vector u from m: 1 - 2um + mm. A text without known words is the zero vector. */
function squareFrom(scale: number, along: number, meanSquare: number): number {
	return (scale > 0 ? 1 : 0) - 2 * along + meanSquare;
}
