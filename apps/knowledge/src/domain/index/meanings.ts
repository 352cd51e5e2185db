import type { Profile } from "./profile.ts";
import { SignatureList } from "./signature-list.ts";
import { TopList } from "./top-list.ts";
import { cosine } from "./vectors.ts";

/** The passages nearest by their signatures: the cosines of their articles are taken. */
const PASSAGES_LOOKED_AT = 200;
/** Articles found by meaning alone that are worth ranking. */
const CANDIDATES_BY_MEANING = 20;

/** A text's unit-length vector, and the encoder whose vectors it can be compared with. */
export interface Meaning {
	readonly encoder: string;
	readonly vector: Float32Array;
}

interface Stored {
	readonly encoder: string;
	readonly vectors: Int8Array;
}

/** The vectors of the articles' titles and passages, by the article's slot. */
export class Meanings {
	#bySlot: (Stored | undefined)[] = [];
	readonly #signatures = new Map<string, SignatureList>();

	put(slot: number, { encoder, dimensions, vectors }: Profile): void {
		if (encoder === undefined || vectors.length === 0) return;
		this.#bySlot[slot] = { encoder, vectors };
		let list = this.#signatures.get(encoder);
		if (!list) {
			list = new SignatureList(dimensions);
			this.#signatures.set(encoder, list);
		}
		list.add(slot, vectors);
	}

	remove(slot: number): void {
		const stored = this.#bySlot[slot];
		if (stored) this.#signatures.get(stored.encoder)!.remove(slot);
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
		{ encoder, vector }: Meaning,
		accepts: (slot: number) => boolean,
	): readonly number[] {
		const near = this.#signatures
			.get(encoder)
			?.nearest(vector, PASSAGES_LOOKED_AT, accepts);
		const articles = new TopList(CANDIDATES_BY_MEANING);
		for (const slot of near ?? [])
			articles.offer(slot, nearestOf(vector, this.#bySlot[slot]!.vectors));
		return articles.items();
	}

	/** How near an article's title and passages are to a question. */
	similarities(slot: number, meaning: Meaning | undefined) {
		return similaritiesOf(this.#bySlot[slot], meaning);
	}
}

function nearestOf(vector: Float32Array, vectors: Int8Array): number {
	let best = -1;
	for (let at = 0; at < vectors.length; at += vector.length)
		best = Math.max(best, cosine(vector, vectors, at));
	return best;
}

/** Cosines of a question and the vectors of a profile: the title's, and each passage's. */
export function similaritiesOf(
	stored: Pick<Profile, "encoder" | "vectors"> | undefined,
	meaning: Meaning | undefined,
): { titleSimilarity: number; passageSimilarities: Float32Array } {
	if (!stored || !meaning || stored.encoder !== meaning.encoder)
		return { titleSimilarity: 0, passageSimilarities: new Float32Array() };
	const { vectors } = stored;
	const { vector } = meaning;
	const count = vectors.length / vector.length - 1;
	return {
		titleSimilarity: cosine(vector, vectors, 0),
		passageSimilarities: Float32Array.from({ length: count }, (_, i) =>
			cosine(vector, vectors, (i + 1) * vector.length),
		),
	};
}
