import { expect, it, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
	["# Title\n\ntext", "Title\ntext"],
	["before\n## Title\n\n### Part\ntext", "before\n\nTitle\n\nPart\ntext"],
	[
		"**bold**, *slanted*, __strong__ and _soft_",
		"bold, slanted, strong and soft",
	],
	["see [the page](https://example.com/a_b) now", "see the page now"],
	["![a picture](x.png)", "a picture"],
	["- one\n- two", "one\ntwo"],
	["> quoted", "quoted"],
	["`code` and\n```js\nlet a\n```", "code and\n\nlet a"],
	["<p>one</p><br/>two", "one\n\ntwo"],
	[
		"<h2>Title</h2>\n\n<p>Choose <b>Save</b>, then go on.</p>",
		"Title\nChoose Save, then go on.",
	],
	["<ul><li>one</li>\n\t<li>two</li></ul>", "one\ntwo"],
	["one<br>\ntwo<br/><br/>three", "one\ntwo\n\nthree"],
	["<table><tr><td>a</td><td>b</td></tr></table>", "a b"],
	["<details><summary>More</summary>\n\ntext\n\n</details>", "More\ntext"],
	[
		"R&amp;D gel&ouml;scht in 24&nbsp;Stunden, Bob&#39;s, a=1&copy=2",
		"R&D gelöscht in 24 Stunden, Bob's, a=1&copy=2",
	],
	[
		"[![a picture](x.png)](https://example.com/wiki/X_(y)) and <https://example.com>",
		"a picture and https://example.com",
	],
	["- [ ] to do\n- [x] done", "to do\ndone"],
	["if a < b && List<String> then", "if a < b && List<String> then"],
	["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
	["| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n\n| 1 | 2 |"],
	["| a | b |\n|:-|-:|\n| 1 | 2 |", "| a | b |\n\n| 1 | 2 |"],
	["a | b\n--- | :-:\n1 | 2", "a | b\n\n1 | 2"],
	["a - b | c", "a - b | c"],
])("reads %j", (markdown, text) => {
	expect(plainText(markdown)).toBe(text);
});

it.each([
	"[".repeat(100_000),
	"**".repeat(100_000),
	"<p ".repeat(100_000),
	"`".repeat(200_000),
	"_a".repeat(100_000),
	"<!--".repeat(50_000),
	"|-".repeat(100_000),
	"- ".repeat(100_000),
])("reads hostile text in a moment (%#)", (text) => {
	const start = performance.now();
	plainText(text);
	expect(performance.now() - start).toBeLessThan(2_000);
});

it.each([
	"**a ",
	"\n ",
	"_a ",
	"[a](",
	"![a](b",
	"[a](b(c)",
	"](",
	"~~a ",
	"<a ",
	"<h1 ",
	"| --- ",
	"# \n",
	"#  ",
	"<https:",
	"&a",
	"&#x",
])("reads %j without end in a moment", (piece) => {
	const start = performance.now();
	plainText(piece.repeat(100_000));
	expect(performance.now() - start).toBeLessThan(2_000);
});
