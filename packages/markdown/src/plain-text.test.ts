import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { describe, expect, it, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
	["# Title\n\ntext", "Title\ntext"],
	["Title\n=====\n\ntext", "Title\ntext"],
	["before\n## Title\n\n### Part\ntext", "before\n\nTitle\nPart\ntext"],
	[
		"**bold**, *slanted*, __strong__ and _soft_, ~~gone~~",
		"bold, slanted, strong and soft, gone",
	],
	["これは**太字**です", "これは太字です"],
	["**注意：**触らないで。", "注意：触らないで。"],
	["see [the page](https://example.com/a_b) now", "see the page now"],
	["see [the page][1] now\n\n[1]: https://example.com", "see the page now"],
	["![a picture](x.png)", "a picture"],
	["- one\n- two\n  + three", "one\ntwo\nthree"],
	["1. one\n1. two\n\n3) three", "1. one\n2. two\n3) three"],
	["one:\n\n    * two\n      * three\n    > four", "one:\ntwo\nthree\n\nfour"],
	["one:\n\n    two * three\n    # four", "one:\n\ntwo * three\n# four"],
	["one:\n * \n * two\n>", "one:\ntwo"],
	["> quoted\n> > twice", "quoted\n\ntwice"],
	["> [!WARNING]\n> Unplug it.", "Unplug it."],
	["`code` and\n```js\nlet a\n```", "code and\n\nlet a"],
	["- [ ] to do\n- [x] done", "to do\ndone"],
	["one\n\n---\n\ntwo", "one\n\ntwo"],
	["Note[^a].\n\n[^a]: The *note*.", "Note.\n\nThe note."],
	[
		"Footnote[^1] and [^1]: more\n  [^1]: The note[^1]: *it*.",
		"Footnote and : more\nThe note: it.",
	],
	[
		"[![a picture](x.png)](https://example.com/wiki/X_(y)) and <https://example.com>",
		"a picture and https://example.com",
	],
	["\\*not slanted\\*, snake\\_case", "*not slanted*, snake_case"],
])("reads the Markdown %j", (markdown, text) => {
	expect(plainText(markdown)).toBe(text);
});

test.each([
	["<p>one</p><br/>two", "one\n\ntwo"],
	[
		"<h2>Title</h2>\n\n<p>Choose <b>Save</b>, then wait.</p>",
		"Title\nChoose Save, then wait.",
	],
	["<ul><li>one</li>\n\t<li>two</li></ul>", "one\ntwo"],
	["<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"],
	["one<br>\ntwo<br/><br/>three", "one\ntwo\n\nthree"],
	["<details><summary>More</summary>\n\ntext\n\n</details>", "More\ntext"],
	["<div>\n\n    <p>deep **down**</p>\n\n</div>", "deep down"],
	[
		"<ul>\n\n        <li>one</li>\n\n        <li>**two**</li>\n\n</ul>",
		"one\ntwo",
	],
	["<foo onclick='x()'>text", "text"],
	["<p>a **strong** word</p>", "a strong word"],
	[
		"R&amp;D gel&ouml;scht in 24&nbsp;Stunden, Bob&#39;s, a=1&copy=2",
		"R&D gelöscht in 24 Stunden, Bob's, a=1&copy=2",
	],
	["<pre>a *b*\n  c</pre>", "a b\nc"],
	["one<img src=x onerror=alert(1) alt='two'>", "onetwo"],
	['<x-card title="a">text</x-card>', "text</x-card>"],
])("reads the HTML %j", (html, text) => {
	expect(plainText(html)).toBe(text);
});

test.each([
	["| a | b |\n|---|---|\n| 1 | 2 |", "a: 1; b: 2."],
	["a | b\n--- | :-:\n1 | \n3 | 4", "a: 1.\na: 3; b: 4."],
	["|  |  |\n|---|---|\n| **1** | x \\| y |", "1; x | y."],
	["| a | b |\n|---|---|", "a; b."],
	["<table><tr><td>a</td><td>b</td></tr></table>", "a; b."],
	[
		"<table><thead><tr><th>Plan<th>Price:<tbody><tr><td>Basic<td>5 €</table>",
		"Plan: Basic; Price: 5 €.",
	],
	[
		"<table><tr><th>Size</th><td>5<br>cm</td><td>7 cm!</td></tr></table>",
		"Size: 5 cm; 7 cm!",
	],
	[
		"<table><tr><td>out<table><tr><td>in</td></tr></table></td></tr></table>",
		"out.\n\nin.",
	],
])("makes sentences of the table %j", (table, text) => {
	expect(plainText(table)).toBe(text);
});

// Plain text may contain these without intending Markdown.
test.each([
	"if a < b && List<String> then",
	"snake_case_name and 2 * 3 * 4 and 2*3*4, __init or *.txt and *.md",
	"\\\\server\\share and C:\\Temp\\a_b",
	"https://example.com/_a_/b_c?d=*e and a_b@c_d.example",
	"a - b | c",
	"[Note]: closed\n[0-9] and [^0-9] and arr[i](j",
	"1. one\n2. two\n5. five",
	"Dear <your-name>, write to <email> or <entry id='5'>",
	"if x:\n\nthen y",
	"R&D, 5 & 6; &c.",
	"#hashtag, #1 and C#",
	"Step 1: open\n• choose\n(2) save",
	"\u{1f600} 日本語 テスト\nلغة عربية",
])("leaves %j unchanged", (text) => {
	expect(plainText(text)).toBe(text);
});

describe("hidden text", () => {
	test.each([
		["a<script>alert(1)</script>b", "a b"],
		["<script>\nalert(1)\n\nalert(2)\n</script >\nafter", "after"],
		["<SCRIPT src='x'>alert(1)\n\nafter", "after"],
		["a <style>p {}\n\nq {}</style> b", "a b"],
		["a <!-- b\n\nc --> d", "a d"],
		["a <!-- b\nc\n\nd", "a\n\nd"],
		["<svg><text>no</text></svg>yes", "yes"],
		["```html\n<script>alert(1)</script>\n```\nafter", "after"],
		["Paste it before the <head> tag.", "Paste it before the tag."],
		["Paste `<script>` before `</body>`.", "Paste <script> before </body>."],
	])("is not read from %j", (article, text) => {
		expect(plainText(article)).toBe(text);
	});
});

const LENGTH = 500_000; // the limit of an article
// Processor time of the thread. The slowest case took 1,600 on a busy machine.
const TIME_MAX_MS = 4_000;

it.each(
	'[|**|<p |`|_a|<!--|- |**a |\n |_a |[a](|![a](b|[a](b(c)|](|~~a |<a |<h1 |# \n|#  |<https:|&a|&#x|![|***a |> |>|1. |1.\n|<b>|<br>|<br>a|a <br>|<td>|<table><tr><td>|<ul><li>|a\n|a |*|2*3|[a]: b\n|[^a]|[^a]: |<script>|<script|</script>|<a href=b>c|[a](b) |\\|\\\\|https:|:|`a``|```\n|~~~\n|\t|<x y="|a&amp;'
		.split("|")
		.concat(
			"| --- ",
			"|-",
			"| a |\n|---|\n",
			"|a",
			"     ",
			`${" ".repeat(30)}* a\n\n`,
			"a | b\n-|-\n",
		),
)(
	"reads %j repeated to the longest article within the time limit",
	(piece) => {
		const article = piece.repeat(LENGTH / piece.length);
		const start = threadTimeMs();
		plainText(article);
		expect(threadTimeMs() - start).toBeLessThan(TIME_MAX_MS);
	},
	60_000,
);
