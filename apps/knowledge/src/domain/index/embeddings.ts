import type { Profile } from "./profile.ts";
import { SignatureList } from "./signature-list.ts";
import { TopList } from "./top-list.ts";
import { product, unitScales } from "./vectors.ts";

/** The passages nearest by their signatures: the cosines of their articles are taken. */
const PASSAGES_LOOKED_AT = 200;
/** Articles found by embedding alone that are worth ranking. */
export const CANDIDATES_BY_EMBEDDING = 20;

/** A text's unit-length vector, and the encoder that made it: only its vectors are comparable. */
export interface Embedding {
	readonly encoder: string;
	readonly vector: Float32Array;
	/** Whether the text is in another language than English: the articles may be in another one than it. */
	readonly isForeign?: boolean;
}

interface Stored {
	readonly encoder: string;
	readonly vectors: Int8Array;
	/** For each vector, the factor that makes it unit-length. */
	readonly scales: Float64Array;
}

/** The vectors of the articles' titles and passages, by the article's slot. */
export class Embeddings {
	#bySlot: (Stored | undefined)[] = [];
	readonly #signatures = new Map<string, SignatureList>();
	/** Articles with vectors, by the encoder that made them. */
	readonly #counts = new Map<string, number>();

	/** How many articles have vectors that can be compared with this one. */
	countOf({ encoder }: Embedding): number {
		return this.#counts.get(encoder) ?? 0;
	}

	put(slot: number, profile: Profile): void {
		const stored = storedFrom(profile);
		if (!stored) return;
		const { encoder, scales } = stored;
		const { dimensions } = profile;
		// A copy: a row's bytes are a part of a buffer of 64 KB, all of which they would keep in memory.
		const vectors = stored.vectors.slice();
		this.#bySlot[slot] = { encoder, vectors, scales };
		let list = this.#signatures.get(encoder);
		if (!list) {
			list = new SignatureList(dimensions);
			this.#signatures.set(encoder, list);
		}
		list.add(slot, vectors);
		this.#counts.set(encoder, (this.#counts.get(encoder) ?? 0) + 1);
	}

	remove(slot: number): void {
		const stored = this.#bySlot[slot];
		if (!stored) return;
		const { encoder } = stored;
		this.#signatures.get(encoder)!.remove(slot);
		this.#counts.set(encoder, this.#counts.get(encoder)! - 1);
		this.#bySlot[slot] = undefined;
	}

	remap(newSlots: Int32Array): void {
		const bySlot: (Stored | undefined)[] = [];
		for (const [slot, stored] of this.#bySlot.entries())
			if (stored) bySlot[newSlots[slot]!] = stored;
		this.#bySlot = bySlot;
		for (const list of this.#signatures.values()) list.remap(newSlots);
	}

	/** Slots of the articles with the passages nearest to a question. */
	nearest(
		{ encoder, vector }: Embedding,
		accepts: (slot: number) => boolean,
	): readonly number[] {
		const near = this.#signatures
			.get(encoder)
			?.nearest(vector, PASSAGES_LOOKED_AT, accepts);
		const articles = new TopList(CANDIDATES_BY_EMBEDDING);
		for (const slot of near ?? [])
			articles.offer(slot, nearestOf(vector, this.#bySlot[slot]!));
		return articles.items();
	}

	/** How near an article's title and passages are to a question. */
	similarities(slot: number, embedding: Embedding | undefined) {
		return similarities(this.#bySlot[slot], embedding);
	}
}

function storedFrom({ encoder, dimensions, vectors }: Profile) {
	if (encoder === undefined || vectors.length === 0) return undefined;
	return { encoder, vectors, scales: unitScales(vectors, dimensions) };
}

function cosine(
	vector: Float32Array,
	{ vectors, scales }: Stored,
	position: number,
): number {
	const offset = position * vector.length;
	return product(vector, vectors, offset) * scales[position]!;
}

function nearestOf(vector: Float32Array, stored: Stored): number {
	let best = -1;
	for (let i = 0; i < stored.scales.length; i++)
		best = Math.max(best, cosine(vector, stored, i));
	return best;
}

interface Similarities {
	readonly titleSimilarity: number;
	readonly passageSimilarities: Float32Array;
}

/** Cosines of a question and the vectors of a profile: the title's, and each passage's. */
export function similaritiesOf(
	profile: Profile,
	embedding: Embedding | undefined,
): Similarities {
	return similarities(storedFrom(profile), embedding);
}

function similarities(
	stored: Stored | undefined,
	embedding: Embedding | undefined,
): Similarities {
	if (!stored || !embedding || stored.encoder !== embedding.encoder)
		return { titleSimilarity: 0, passageSimilarities: new Float32Array() };
	const { vector } = embedding;
	const passages = new Float32Array(stored.scales.length - 1);
	for (let i = 0; i < passages.length; i++)
		passages[i] = cosine(vector, stored, i + 1);
	return {
		titleSimilarity: cosine(vector, stored, 0),
		passageSimilarities: passages,
	};
}
