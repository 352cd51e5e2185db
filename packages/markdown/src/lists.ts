const BULLET = "•";

interface List {
	readonly isOrdered: boolean;
	/** The last item's number. */
	number: number;
	marker: string | undefined;
}

/** The open lists and the markers of their items. */
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
		// Authors who number every item 1 rely on Markdown to count.
		const number = Number.parseInt(written, 10);
		list.number = number > list.number ? number : list.number + 1;
		list.marker = `${list.number}${written.endsWith(")") ? ")" : "."}`;
	}

	endItem(): void {
		const list = this.#open.at(-1);
		if (list) list.marker = undefined;
	}

	/** The marker of the item that has just begun; empty after its first block. */
	takeMarker(): string {
		const list = this.#open.at(-1);
		const marker = list?.marker ?? "";
		if (list) list.marker = undefined;
		return marker;
	}
}
