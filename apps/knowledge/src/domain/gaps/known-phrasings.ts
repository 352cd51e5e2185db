import type { Direction } from "./centred.ts";
import { GapEmbeddings } from "./gap-embeddings.ts";
import { wordsOf } from "./phrasing.ts";

/** A phrasing that was counted before. */
export interface KnownPhrasing {
	readonly gapId: string;
	readonly key: string;
	readonly encoder: string | undefined;
	/** Undefined when it could not be encoded. */
	readonly direction: Direction | undefined;
}

/** A text's direction, and the encoder whose vectors it can be compared with. */
export interface EncodedDirection {
	readonly encoder: string;
	readonly direction: Direction;
}

const SHARED_WORDS_MIN = 0.6; // where the embedding is unknown: of all words of both
const ENTRY_BYTES = 150; // of a Map, beside the key
const WORD_BYTES = 60; // of a Set, beside its characters

/** The phrasings that a new one is compared with. */
export class KnownPhrasings {
	/** By the phrasing's key. */
	readonly #gapIds = new Map<string, string>();
	readonly #embeddings = new Map<string, GapEmbeddings>();
	/** The words of phrasings by their key, once a phrasing without an embedding has been compared with them. */
	readonly #words = new Map<string, ReadonlySet<string>>();
	#keyBytes = 0;
	#wordBytes = 0;

	constructor(phrasings: readonly KnownPhrasing[] = []) {
		for (const { key, gapId } of phrasings) this.#remember(key, gapId);
		for (const [encoder, own] of Map.groupBy(phrasings, (one) => one.encoder))
			if (encoder !== undefined)
				this.#embeddings.set(encoder, GapEmbeddings.of(own));
	}

	get size(): number {
		return this.#gapIds.size;
	}

	/** Approximate bytes in memory. */
	get bytes(): number {
		let bytes = this.#keyBytes + this.#wordBytes + this.size * ENTRY_BYTES;
		for (const embeddings of this.#embeddings.values())
			bytes += embeddings.bytes;
		return bytes;
	}

	has(key: string): boolean {
		return this.#gapIds.has(key);
	}

	add({ gapId, key, encoder, direction }: KnownPhrasing): void {
		this.#remember(key, gapId);
		if (encoder === undefined || direction === undefined) return;
		let embeddings = this.#embeddings.get(encoder);
		if (!embeddings) {
			embeddings = new GapEmbeddings(direction.vector.length);
			this.#embeddings.set(encoder, embeddings);
		}
		embeddings.add(gapId, direction);
	}

	#remember(key: string, gapId: string): void {
		if (!this.#gapIds.has(key)) this.#keyBytes += 2 * key.length;
		this.#gapIds.set(key, gapId);
	}

	/**
	 * The gap a new phrasing belongs to: the one with, on average, the most similar phrasings. Undefined when it is a
	 * new question.
	 */
	gapFor(
		key: string,
		embedding: EncodedDirection | undefined,
	): string | undefined {
		const same = this.#gapIds.get(key);
		if (same !== undefined) return same;
		if (!embedding) return this.#gapByWords(key);
		return this.#embeddings
			.get(embedding.encoder)
			?.nearest(embedding.direction);
	}

	#gapByWords(key: string): string | undefined {
		const own = new Set(wordsOf(key));
		let best: string | undefined;
		let bestShare = SHARED_WORDS_MIN;
		for (const [otherKey, gapId] of this.#gapIds) {
			const other = this.#wordsOf(otherKey);
			const shared = own.intersection(other).size;
			const share = shared / Math.max(1, own.size + other.size - shared);
			if (share >= bestShare) [best, bestShare] = [gapId, share];
		}
		return best;
	}

	#wordsOf(key: string): ReadonlySet<string> {
		const known = this.#words.get(key);
		if (known) return known;
		const words = new Set(wordsOf(key));
		this.#words.set(key, words);
		this.#wordBytes += ENTRY_BYTES + words.size * WORD_BYTES + 2 * key.length;
		return words;
	}
}
