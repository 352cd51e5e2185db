import { decodeHTMLStrict } from "entities";

// Every pattern below is linear in a hostile text too: none looks past the next mark of its own kind, and none that begins
// at a line's start crosses the line.
type Rules = readonly (readonly [RegExp, string])[];

// Elements, not comparisons: `a < b` and `List<String>` keep their angle brackets.
const BLOCKS =
	"article|aside|blockquote|caption|center|details|div|dl|figcaption|figure|h[1-6]|ol|p|pre|section|summary|table|ul";
const CELLS = "img|td|th";
const INLINE =
	"a|abbr|b|big|code|col|colgroup|del|em|font|i|iframe|ins|kbd|mark|s|samp|small|span|strike|strong|sub|sup|tbody|tfoot|thead|tt|u|wbr";

function tags(names: string): RegExp {
	return new RegExp(`</?(?:${names})(?:\\s[^<>]*)?/?>`, "gi");
}

// An address may hold a pair of brackets.
const TARGET = String.raw`\((?:[^()\s]|\([^()\s]*\))*(?: "[^"\n()]*")?\)`;

const MARKUP: Rules = [
	[/\r\n?/g, "\n"],
	[/^ {0,3}(?:```|~~~).*$/gm, ""],
	[/<!--(?:(?!<!--)[\s\S])*?-->/g, " "],
	[/<(?:h[1-6]|summary)(?:\s[^<>]*)?>/gi, "\n\n# "],
	[tags(BLOCKS), "\n\n"],
	[/<\/(?:dd|dt|li|tr)\s*>\s*/gi, ""],
	[/<(?:br|dd|dt|hr|li|tr)(?:\s[^<>]*)?\/?>\s*/gi, "\n"],
	[tags(CELLS), " "],
	[tags(INLINE), ""],
	[/<(https?:[^\s<>]*)>/g, "$1"],
	// Pictures first: they may stand in links.
	[new RegExp(String.raw`!\[([^[\]\n]*)\]${TARGET}`, "g"), "$1"],
	[new RegExp(String.raw`\[([^[\]\n]*)\]${TARGET}`, "g"), "$1"],
	// A heading stays with what it is about.
	[/^ {0,3}#{1,6}[ \t]+(.*)\s*/gm, "\n$1\n"],
	[/^[ \t]*>[ \t]?/gm, ""],
	[/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ""],
	[/^[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/gm, ""],
	// Between the head and the rows of a table.
	[/^(?=[^\n|]*\|)(?=[^\n-]*-)[ \t|:-]+$/gm, ""],
	[/\*\*([^\n*]+)\*\*/g, "$1"],
	[/__([^\n_]+)__/g, "$1"],
	[/~~([^\n~]+)~~/g, "$1"],
	[/`([^`\n]+)`/g, "$1"],
	[/(?<![\p{L}\p{N}])\*(?=\S)([^\n*]+)(?<=\S)\*(?![\p{L}\p{N}])/gu, "$1"],
	[/(?<![\p{L}\p{N}])_(?=\S)([^\n_]+)(?<=\S)_(?![\p{L}\p{N}])/gu, "$1"],
];

const SPACES: Rules = [
	[/[\t\f\v\u00a0 ]+/g, " "],
	[/ ?\n ?/g, "\n"],
	[/\n{3,}/g, "\n\n"],
];

/** The words of Markdown, or of HTML, without its marks. Paragraphs and lines stay apart. */
export function plainText(markdown: string): string {
	const words = decodeHTMLStrict(follow(MARKUP, markdown));
	return follow(SPACES, words).trim();
}

function follow(rules: Rules, text: string): string {
	return rules.reduce(
		(before, [pattern, left]) => before.replace(pattern, left),
		text,
	);
}
