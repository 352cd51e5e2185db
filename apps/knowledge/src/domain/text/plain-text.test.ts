import { expect, it, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
	["# Title\n\ntext", "Title\n\ntext"],
	[
		"**bold**, *slanted*, __strong__ and _soft_",
		"bold, slanted, strong and soft",
	],
	["see [the page](https://example.com/a_b) now", "see the page now"],
	["![a picture](x.png)", "a picture"],
	["- one\n- two", "one\ntwo"],
	["> quoted", "quoted"],
	["`code` and\n```js\nlet a\n```", "code and\n\nlet a"],
	["<p>one</p><br/>two", "one two"],
	["if a < b && List<String> then", "if a < b && List<String> then"],
	["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
	["| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n\n| 1 | 2 |"],
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

it.each(["**a ", "\n ", "_a ", "[a](", "](", "~~a ", "<a ", "| --- "])(
	"reads %j without end in a moment",
	(piece) => {
		const start = performance.now();
		plainText(piece.repeat(100_000));
		expect(performance.now() - start).toBeLessThan(2_000);
	},
);
