/** A piece of an article on separate lines, as plain text: without Markdown marks and tags. */
export interface Block {
	readonly kind: "heading" | "paragraph" | "item" | "row" | "code";
	/** One or more lines, none of them empty; only lines of code keep leading spaces. */
	readonly text: string;
	/** The marker of a list item: a number as the author wrote it, or `•`. Empty for other blocks. */
	readonly marker: string;
	/** Items of one list share a number with each other and the paragraph before them, as do rows of one table. */
	readonly group: number;
}
