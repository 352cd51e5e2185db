import type { Place } from "../ranking/evidence.ts";

// A posting packs the article's slot and the two counts of the term into one 32-bit number.
const TITLE_SHIFT = 8;
const SLOT_SHIFT = 12;
/** Slots of one workspace's index; more articles than that belong on Meilisearch. */
export const SLOTS_MAX = 1 << (32 - SLOT_SHIFT);

/** The articles that hold one term, in the order of their slots. */
export class Postings {
	#packed = new Uint32Array(1);
	#length = 0;

	get length(): number {
		return this.#length;
	}

	/** Adds an article; its slot is higher than every slot before. */
	add(slot: number, titleCount: number, bodyCount: number): void {
		if (this.#length === this.#packed.length) {
			const grown = new Uint32Array(this.#length * 2);
			grown.set(this.#packed);
			this.#packed = grown;
		}
		this.#packed[this.#length++] =
			((slot << SLOT_SHIFT) | (titleCount << TITLE_SHIFT) | bodyCount) >>> 0;
	}

	slot(i: number): number {
		return this.#packed[i]! >>> SLOT_SHIFT;
	}

	titleCount(i: number): number {
		return (this.#packed[i]! >>> TITLE_SHIFT) & 0xf;
	}

	bodyCount(i: number): number {
		return this.#packed[i]! & 0xff;
	}

	/** Position of a slot, or -1. */
	find(slot: number): number {
		let low = 0;
		let high = this.#length - 1;
		while (low <= high) {
			const middle = (low + high) >> 1;
			const there = this.slot(middle);
			if (there === slot) return middle;
			if (there < slot) low = middle + 1;
			else high = middle - 1;
		}
		return -1;
	}

	/** Where the article of a slot holds the term. */
	placeOf(slot: number): Place {
		const at = this.find(slot);
		if (at < 0) return 0;
		return this.titleCount(at) > 0 ? 2 : 1;
	}

	/** Moves every article to `newSlots[slot]`, and drops those whose new slot is -1. The order must be kept. */
	remap(newSlots: Int32Array): void {
		let kept = 0;
		for (let i = 0; i < this.#length; i++) {
			const slot = newSlots[this.slot(i)]!;
			if (slot < 0) continue;
			const counts = this.#packed[i]! & ((1 << SLOT_SHIFT) - 1);
			this.#packed[kept++] = ((slot << SLOT_SHIFT) | counts) >>> 0;
		}
		this.#length = kept;
	}
}
