import { differingBits, signatures } from "./vectors.ts";

const NO_OWNER = -1;

/** The signatures of all passages of one encoder, one after the other, so that one loop compares a question with all. */
export class SignatureList {
	readonly #dimensions: number;
	readonly #words: number;
	#bits: Int32Array;
	#owners = new Int32Array(64);
	#distances = new Uint16Array(64);
	#length = 0;
	#dead = 0;

	constructor(dimensions: number) {
		this.#dimensions = dimensions;
		this.#words = Math.ceil(dimensions / 32);
		this.#bits = new Int32Array(64 * this.#words);
	}

	/** Adds an article's vectors, which stay together. */
	add(slot: number, vectors: Int8Array): void {
		const bits = signatures(vectors, this.#dimensions);
		const count = bits.length / this.#words;
		if (this.#length + count > this.#owners.length)
			this.#resize(2 * (this.#length + count));
		this.#bits.set(bits, this.#length * this.#words);
		this.#owners.fill(slot, this.#length, this.#length + count);
		this.#length += count;
	}

	remove(slot: number): void {
		const first = this.#owners.subarray(0, this.#length).indexOf(slot);
		if (first < 0) return;
		for (let i = first; this.#owners[i] === slot && i < this.#length; i++) {
			this.#owners[i] = NO_OWNER;
			this.#dead++;
		}
		if (this.#dead > this.#length / 2) this.#map((owner) => owner);
	}

	/** Gives every article its new slot. */
	remap(newSlots: Int32Array): void {
		this.#map((owner) => newSlots[owner]!);
	}

	/**
	 * The slots of the articles that own the passages nearest to a vector: those of the `limit` nearest, and those as
	 * near as the last of them.
	 */
	nearest(
		vector: Float32Array,
		limit: number,
		accepts: (slot: number) => boolean,
	): Set<number> {
		const signature = signatures(vector, this.#dimensions);
		// A distance is at most the number of bits: counting them finds the nearest without sorting.
		const counts = new Uint32Array(32 * this.#words + 1);
		let owner = NO_OWNER;
		let isAccepted = false;
		for (let i = 0; i < this.#length; i++) {
			if (this.#owners[i] !== owner) {
				owner = this.#owners[i]!;
				isAccepted = owner !== NO_OWNER && accepts(owner);
			}
			if (!isAccepted) {
				this.#distances[i] = counts.length;
				continue;
			}
			const distance = differingBits(signature, this.#bits, i * this.#words);
			this.#distances[i] = distance;
			counts[distance]!++;
		}
		let furthest = 0;
		for (let near = counts[0]!; near < limit && furthest < counts.length - 1; )
			near += counts[++furthest]!;
		const slots = new Set<number>();
		for (let i = 0; i < this.#length; i++)
			if (this.#distances[i]! <= furthest) slots.add(this.#owners[i]!);
		return slots;
	}

	#resize(capacity: number): void {
		const bits = new Int32Array(capacity * this.#words);
		bits.set(this.#bits.subarray(0, this.#length * this.#words));
		const owners = new Int32Array(capacity);
		owners.set(this.#owners.subarray(0, this.#length));
		this.#bits = bits;
		this.#owners = owners;
		this.#distances = new Uint16Array(capacity);
	}

	#map(newOwnerOf: (owner: number) => number): void {
		const words = this.#words;
		let kept = 0;
		for (let i = 0; i < this.#length; i++) {
			const owner = this.#owners[i]!;
			if (owner === NO_OWNER) continue;
			this.#bits.copyWithin(kept * words, i * words, (i + 1) * words);
			this.#owners[kept++] = newOwnerOf(owner);
		}
		this.#length = kept;
		this.#dead = 0;
	}
}
