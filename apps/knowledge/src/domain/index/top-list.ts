/** Keeps the `limit` items of the highest scores of any number offered; ties keep the one offered first. */
export class TopList {
	readonly #limit: number;
	// A binary heap with the weakest item at the root.
	readonly #scores: number[] = [];
	readonly #items: number[] = [];

	constructor(limit: number) {
		this.#limit = limit;
	}

	offer(item: number, score: number): void {
		if (this.#items.length < this.#limit) {
			this.#items.push(item);
			this.#scores.push(score);
			this.#rise(this.#items.length - 1);
		} else if (score > this.#scores[0]!) {
			this.#items[0] = item;
			this.#scores[0] = score;
			this.#sink();
		}
	}

	/** The kept items, in no order. */
	items(): readonly number[] {
		return this.#items;
	}

	#rise(from: number): void {
		let child = from;
		while (child > 0) {
			const parent = (child - 1) >> 1;
			if (this.#scores[parent]! <= this.#scores[child]!) return;
			this.#swap(parent, child);
			child = parent;
		}
	}

	#sink(): void {
		let parent = 0;
		for (;;) {
			let least = parent;
			for (const child of [2 * parent + 1, 2 * parent + 2])
				if (
					child < this.#scores.length &&
					this.#scores[child]! < this.#scores[least]!
				)
					least = child;
			if (least === parent) return;
			this.#swap(parent, least);
			parent = least;
		}
	}

	#swap(a: number, b: number): void {
		[this.#scores[a], this.#scores[b]] = [this.#scores[b]!, this.#scores[a]!];
		[this.#items[a], this.#items[b]] = [this.#items[b]!, this.#items[a]!];
	}
}
