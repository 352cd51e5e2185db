/** A piece of an article on separate lines, as plain text: without Markdown marks and tags. */
export interface Block {
	readonly kind: "heading" | "paragraph" | "item" | "row" | "code";
	/** One or more lines, none of them empty; only lines of code keep leading spaces. */
	readonly text: string;
	/** The marker of a list item: a number as the author wrote it, or `•`. Empty for other blocks. */
	readonly marker: string;
	/** Items of one list share a number with each other and the paragraph before them, as do rows of one table. */
	readonly group: number;
	/** Whether it stands in a block quotation, as notes and warnings often do. */
	readonly isQuoted: boolean;
	/** The cells of a row of a table that have text; empty for other blocks. */
	readonly cells: readonly Cell[];
}

export interface Cell {
	/** The header of its column or row; empty where there is none. */
	readonly label: string;
	readonly text: string;
}
