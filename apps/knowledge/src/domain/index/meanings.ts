import type { Profile } from "./profile.ts";
import { TopList } from "./top-list.ts";
import { cosine, differingBits, signatures } from "./vectors.ts";

/** Passages whose cosine is taken, out of the nearest by their signatures. */
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
	readonly signatures: Int32Array;
}

/** The vectors of the articles' titles and passages, by the article's slot. */
export class Meanings {
	#bySlot: (Stored | undefined)[] = [];

	put(slot: number, { encoder, dimensions, vectors }: Profile): void {
		if (encoder === undefined || vectors.length === 0) return;
		const bits = signatures(vectors, dimensions);
		this.#bySlot[slot] = { encoder, vectors, signatures: bits };
	}

	remove(slot: number): void {
		this.#bySlot[slot] = undefined;
	}

	remap(newSlots: Int32Array): void {
		const bySlot: (Stored | undefined)[] = [];
		for (const [slot, stored] of this.#bySlot.entries())
			if (stored) bySlot[newSlots[slot]!] = stored;
		this.#bySlot = bySlot;
	}

	/** Slots of the articles with the passages nearest to a question. */
	nearest(
		{ encoder, vector }: Meaning,
		accepts: (slot: number) => boolean,
	): readonly number[] {
		const signature = signatures(vector, vector.length);
		const words = signature.length;
		const passages = new TopList(PASSAGES_LOOKED_AT);
		const owners: number[] = [];
		const positions: number[] = [];
		for (let slot = 0; slot < this.#bySlot.length; slot++) {
			const stored = this.#bySlot[slot];
			if (stored?.encoder !== encoder || !accepts(slot)) continue;
			const bits = stored.signatures;
			for (let offset = 0; offset < bits.length; offset += words) {
				passages.offer(owners.length, -differingBits(signature, bits, offset));
				owners.push(slot);
				positions.push(offset / words);
			}
		}
		const best = new Map<number, number>();
		for (const passage of passages.items()) {
			const slot = owners[passage]!;
			const similarity = cosine(
				vector,
				this.#bySlot[slot]!.vectors,
				positions[passage]! * vector.length,
			);
			best.set(slot, Math.max(similarity, best.get(slot) ?? -1));
		}
		const articles = new TopList(CANDIDATES_BY_MEANING);
		for (const [slot, similarity] of best) articles.offer(slot, similarity);
		return articles.items();
	}

	/** How near an article's title and passages are to a question. */
	similarities(slot: number, meaning: Meaning | undefined) {
		return similaritiesOf(this.#bySlot[slot], meaning);
	}
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
