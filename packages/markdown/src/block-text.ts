/** List marks without text, which do not turn a paragraph into a list. */
const LONE_MARKS = /^(?:[-*+>](?: |$))+/;
const ALERT_OR_TASK =
	/^\[(?:[ xX]|!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION))\]\s*/;

/** The lines of a paragraph, an item or a heading: without spaces around them, and without empty ones. */
export function linesOf(text: string): string {
	return text
		.split("\n")
		.map((line) =>
			line
				.replace(/[\t\f\v\u00a0 ]+/g, " ")
				.trim()
				.replace(LONE_MARKS, ""),
		)
		.filter((line) => line !== "")
		.join("\n")
		.replace(ALERT_OR_TASK, "");
}

/** The lines of code with their indentation. */
export function codeText(text: string): string {
	return text
		.split("\n")
		.map((line) => line.trimEnd())
		.filter((line) => line !== "")
		.join("\n");
}
