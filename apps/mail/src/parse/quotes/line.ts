/** A line of a mail, of its text or as its HTML shows it. */
export interface Line {
	/** Without quote marks and without white space at its ends. */
	readonly content: string;
	/** How often it is quoted: its `>` marks, or the `blockquote` elements around it. */
	readonly depth: number;
	/** What the program that wrote the mail says about it. */
	readonly hint: LineHint | null;
}

export type LineHint =
	/** A horizontal rule. */
	| "rule"
	/** The separator of a signature by the standard: `-- ` with its space. */
	| "separator"
	| "signature"
	/** The line above a quote, `On … wrote:`. */
	| "attribution"
	/** The mail that is answered or forwarded starts here, or continues. */
	| "quote";

export type LineKind = "body" | "quote" | "signature";

export function isBlank({ content, hint }: Line): boolean {
	return content === "" && hint !== "rule";
}
