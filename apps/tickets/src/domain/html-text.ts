import {
	compile,
	type FormatCallback,
	type HtmlToTextOptions,
} from "html-to-text";

/** A cell of a table, and what keeps it apart from the next one. */
const cell: FormatCallback = (element, walk, builder) => {
	walk(element.children, builder);
	builder.addLiteral("\t");
};

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
const PARAGRAPH = { leadingLineBreaks: 2, trailingLineBreaks: 2 };
const LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

const OPTIONS: HtmlToTextOptions = {
	wordwrap: false,
	formatters: { cell },
	selectors: [
		...HEADINGS.map((selector) => ({
			selector,
			options: { ...PARAGRAPH, uppercase: false },
		})),
		{
			selector: "a",
			options: {
				hideLinkHrefIfSameAsText: true,
				linkBrackets: ["(", ")"],
				pathRewrite: shortAddress,
			},
		},
		{ selector: "img", format: "skip" },
		{ selector: "ul", options: { itemPrefix: "- " } },
		{ selector: "hr", format: "lineBreak" },
		{ selector: "table", format: "block", options: PARAGRAPH },
		...["tr", "dt", "dd", "caption", "figcaption"].map((selector) => ({
			selector,
			format: "block",
			options: LINE,
		})),
		{ selector: "td", format: "cell" },
		{ selector: "th", format: "cell" },
	],
};

const asPage = compile(OPTIONS);
const asLines = compile({ ...OPTIONS, preserveNewlines: true });

/** HTML as plain text: paragraphs, a line for each item and row, a link's address behind its words, no images. */
export function htmlToText(html: string): string {
	return tidy(asPage(html.replaceAll("\r\n", "\n")));
}

/** The same of a text with HTML in it, whose own line breaks count. */
export function mixedToText(text: string): string {
	return tidy(asLines(text.replaceAll("\r\n", "\n")));
}

/** An address as a reader would type it, so that it is not repeated behind words that say the same. */
function shortAddress(address: string): string {
	return address.replace(/^tel:/, "").replace(/^(https?:\/\/[^/]+)\/$/, "$1");
}

/** Without white space at the ends of lines. A pattern for that would take the square of a line of empty cells. */
function tidy(text: string): string {
	return text
		.split("\n")
		.map((line) => line.trimEnd())
		.join("\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();
}
