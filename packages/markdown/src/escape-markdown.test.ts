import fc from "fast-check";
import { expect, it, test } from "vitest";
import { escapeMarkdown } from "./escape-markdown.ts";
import { renderMessage } from "./message.ts";

test.each([
	"Ann-Marie O'Neil (Acme, R&D)",
	"mia_k@customer.example",
	"1.5 kg, 100% wool; 2*3 = 6?",
	"https://x.example/_a_?b=1&c=2",
	"C:\\temp",
])("has nothing to escape in %j", (text) => {
	const rest = text.replace("*", "\\*");
	expect(escapeMarkdown(text)).toBe(rest);
});

const PIECES = [
	..."*_`[]()<>&\\~#|!.-+=: \"'ab1日：",
	...["](https://x.example)", "https://x.example/_a_", "<https://x.example>"],
	...["<b>", "</b>", "&lt;", "&#91;", "**", "__", "~~", "# ", "- ", "1. "],
	...["www.x.example", "mia@x.example", "---", "```"],
];
const ENTITIES: Readonly<Record<string, string>> = {
	"&lt;": "<",
	"&gt;": ">",
	"&amp;": "&",
	"&quot;": '"',
};

/** The words of a paragraph that has no other elements than these. */
function wordsOf(html: string | undefined): string | undefined {
	return html
		?.replace(/<\/?(?:p|strong)>|<br>/g, "")
		.replace(/&(?:lt|gt|amp|quot);/g, (entity) => ENTITIES[entity]!)
		.trim();
}

it.each([
	["**Hello** ", "."],
	["**Hello**\n", ""],
	["**Hello** (", ")"],
])(
	"has any text shown to the letter in Markdown between %j and %j",
	(before, after) => {
		const text = fc
			.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
			.map((pieces) => pieces.join("").trim())
			.filter((value) => value !== "" && !/ {2}/.test(value));
		fc.assert(
			fc.property(text, (value) => {
				const html = renderMessage(before + escapeMarkdown(value) + after);
				const shown = (before + value + after).replaceAll("**Hello**", "Hello");
				expect(wordsOf(html)).toBe(shown.trim());
			}),
			{ numRuns: 2_000 },
		);
	},
);
