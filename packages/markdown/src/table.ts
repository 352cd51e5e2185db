import type { Cell } from "./block.ts";

interface WrittenCell {
	readonly text: string;
	readonly isHeader: boolean;
}

/** Turns each row of a table into a sentence: `Plan: Basic; Price: 5 €.` */
export class Table {
	readonly #emit: (row: string, cells: readonly Cell[]) => void;
	#headers: readonly string[] = [];
	#shownRows = 0;
	#cells: WrittenCell[] = [];

	/** @param emit called with each row as it ends. */
	constructor(emit: (row: string, cells: readonly Cell[]) => void) {
		this.#emit = emit;
	}

	addCell(text: string, isHeader: boolean): void {
		this.#cells.push({ text: text.replace(/\s+/g, " ").trim(), isHeader });
	}

	/** A row of header cells names the columns of the rows below it. */
	endRow(): void {
		const cells = this.#cells;
		this.#cells = [];
		if (cells.every(({ text }) => text === "")) return;
		if (cells.length > 1 && cells.every(({ isHeader }) => isHeader)) {
			this.#showHeaders();
			this.#headers = cells.map(({ text }) => text);
			this.#shownRows = 0;
			return;
		}
		const labelled = withLabels(cells, this.#headers);
		this.#show(rowText(cells, this.#headers), labelled);
	}

	/** Headers without a row below them become a row. */
	end(): void {
		this.endRow();
		this.#showHeaders();
	}

	#showHeaders(): void {
		const headers = this.#headers.filter((text) => text !== "");
		if (this.#shownRows === 0 && headers.length > 0)
			this.#show(
				headers.join("; "),
				headers.map((text) => ({ label: "", text })),
			);
	}

	#show(row: string, cells: readonly Cell[]): void {
		this.#shownRows++;
		this.#emit(/[.!?:;…]$/.test(row) ? row : `${row}.`, cells);
	}
}

function withLabels(
	cells: readonly WrittenCell[],
	headers: readonly string[],
): Cell[] {
	return cells
		.map(({ text }, i) => ({ label: headers[i] ?? "", text }))
		.filter(({ text }) => text !== "");
}

function rowText(
	cells: readonly WrittenCell[],
	headers: readonly string[],
): string {
	const [first, ...rest] = cells;
	// A header at the beginning of a row names the row.
	if (headers.length === 0 && first!.isHeader && rest.length > 0)
		return labelled(first!.text, joined(rest.map(({ text }) => text)));
	return joined(cells.map(({ text }, i) => labelled(headers[i] ?? "", text)));
}

function labelled(label: string, text: string): string {
	if (text === "" || label === "") return text;
	return /[:?]$/.test(label) ? `${label} ${text}` : `${label}: ${text}`;
}

function joined(texts: readonly string[]): string {
	return texts.filter((text) => text !== "").join("; ");
}
