/** A piece of an article that stands on lines of its own, as plain text: without marks of Markdown and tags. */
export interface Block {
	readonly kind: "heading" | "paragraph" | "item" | "row" | "code";
	/** One or more lines, none of them empty; only those of code keep spaces at their beginning. */
	readonly text: string;
	/** What stands before the item of a list: a number as the author wrote it, or `•`. Empty for all others. */
	readonly marker: string;
	/** Items of one list share a number with each other and the paragraph before them, as do rows of one table. */
	readonly group: number;
}
