// Every pattern is linear in a hostile text too: none looks past the next mark of its own kind, and none that begins
// at a line's start crosses the line.
const RULES: readonly (readonly [RegExp, string])[] = [
	[/\r\n?/g, "\n"],
	[/^ {0,3}(?:```|~~~).*$/gm, ""],
	[/<!--(?:(?!<!--)[\s\S])*?-->/g, " "],
	// Elements, not comparisons: `a < b` and `List<String>` keep their angle brackets.
	[
		/<\/?(?:a|abbr|b|blockquote|br|code|dd|del|div|dl|dt|em|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi,
		" ",
	],
	[/!?\[([^[\]\n]*)\]\([^()\s]*(?: "[^"\n()]*")?\)/g, "$1"],
	[/^ {0,3}#{1,6}[ \t]+/gm, ""],
	[/^[ \t]*>[ \t]?/gm, ""],
	[/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ""],
	[/^[ \t]*[-*+][ \t]+/gm, ""],
	[/^[ \t]*\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*$/gm, ""],
	[/\*\*([^\n*]+)\*\*/g, "$1"],
	[/__([^\n_]+)__/g, "$1"],
	[/~~([^\n~]+)~~/g, "$1"],
	[/`([^`\n]+)`/g, "$1"],
	[/(?<![\p{L}\p{N}])\*(?=\S)([^\n*]+)(?<=\S)\*(?![\p{L}\p{N}])/gu, "$1"],
	[/(?<![\p{L}\p{N}])_(?=\S)([^\n_]+)(?<=\S)_(?![\p{L}\p{N}])/gu, "$1"],
	[/[\t\f\v\u00a0 ]+/g, " "],
	[/ ?\n ?/g, "\n"],
	[/\n{3,}/g, "\n\n"],
];

/** The words of Markdown without its marks. Paragraphs and lines stay apart. */
export function plainText(markdown: string): string {
	return RULES.reduce(
		(text, [pattern, left]) => text.replace(pattern, left),
		markdown,
	).trim();
}
