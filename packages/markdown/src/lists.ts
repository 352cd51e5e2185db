const BULLET = "•";

interface List {
	readonly isOrdered: boolean;
	/** Of the last item. */
	number: number;
	marker: string | undefined;
}

/** The lists that are open, and what stands before their items. */
export class Lists {
	readonly #open: List[] = [];

	get isOpen(): boolean {
		return this.#open.length > 0;
	}

	open(isOrdered: boolean, start: number): void {
		const number = start > 0 ? start - 1 : 0;
		this.#open.push({ isOrdered, number, marker: undefined });
	}

	close(): void {
		this.#open.pop();
	}

	/** @param written the number as the author wrote it, with its dot or bracket; empty in HTML. */
	beginItem(written: string): void {
		const list = this.#open.at(-1);
		if (!list) return;
		if (!list.isOrdered) {
			list.marker = BULLET;
			return;
		}
		// Whoever numbers every item 1 leaves the counting to Markdown.
		const number = Number.parseInt(written, 10);
		list.number = number > list.number ? number : list.number + 1;
		list.marker = `${list.number}${written.endsWith(")") ? ")" : "."}`;
	}

	endItem(): void {
		const list = this.#open.at(-1);
		if (list) list.marker = undefined;
	}

	/** What stands before the item that has just begun; empty behind its first block. */
	takeMarker(): string {
		const list = this.#open.at(-1);
		const marker = list?.marker ?? "";
		if (list) list.marker = undefined;
		return marker;
	}
}
