const RULES: readonly (readonly [RegExp, string])[] = [
	[/\r\n?/g, "\n"],
	[/^ {0,3}(?:```|~~~).*$/gm, ""],
	[/<!--[\s\S]*?-->/g, " "],
	// Elements, not comparisons: `a < b` and `List<String>` keep their angle brackets.
	[
		/<\/?(?:a|abbr|b|blockquote|br|code|dd|del|div|dl|dt|em|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi,
		" ",
	],
	[/!\[([^\]]*)\]\([^()\s]*(?:\s"[^"]*")?\)/g, "$1"],
	[/\[([^\]]+)\]\([^()\s]*(?:\s"[^"]*")?\)/g, "$1"],
	[/^ {0,3}#{1,6}\s+/gm, ""],
	[/^\s*>\s?/gm, ""],
	[/^\s*(?:[-*_]\s*){3,}$/gm, ""],
	[/^\s*[-*+]\s+/gm, ""],
	[/^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$/gm, ""],
	[/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, "$2"],
	[/(?<![\p{L}\p{N}])([*_])(?=\S)([^\n*_]*?\S)\1(?![\p{L}\p{N}])/gu, "$2"],
	[/~~(?=\S)([^\n]*?\S)~~/g, "$1"],
	[/`([^`\n]+)`/g, "$1"],
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
