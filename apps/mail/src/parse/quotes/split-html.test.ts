import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QUOTED_MAILS } from "../../../tests/quoted-mails/all-mails.ts";
import { splitHtml } from "./split-html.ts";

const lines = (text: string) => text.replace(/\n+/g, "\n").trim();

describe("the mails of known programs", () => {
	const known = QUOTED_MAILS.filter(({ heldOut }) => !heldOut);

	it.each(known)("$name", ({ html, body, quoted }) => {
		const split = splitHtml(html);
		expect(lines(split.text)).toBe(lines(body));
		if (quoted === "") expect(split.quoted).toBe("");
		else expect(split.quoted).toContain(quoted);
	});
});

it("keeps the HTML of what a person wrote, and its images", () => {
	const { html, quoted } = splitHtml(
		'<p>See <b>this</b>: <img src="cid:1" alt="x"></p><div><br></div><div class="gmail_quote"><div class="gmail_attr">On 6 Nov 2023 at 10:12 Help wrote:</div><blockquote class="gmail_quote">Text <img src="cid:2"></blockquote></div>',
	);
	expect(html).toBe('<p>See <b>this</b>: <img src="cid:1" alt="x"></p>');
	expect(quoted).toContain("> Text");
});

it.each([
	[
		"above the quote",
		"<p>They say:</p><blockquote>Out of stock</blockquote><div>On 6 Nov 2023 at 10:12, Help wrote:</div><blockquote>Text</blockquote>",
		"They say:\n\nOut of stock",
	],
	[
		"in no mail that quotes another one",
		"<p>Yes</p><blockquote>Really?</blockquote>",
		"Yes",
	],
	[
		"below the line that introduces a quote",
		"<div>On 6 Nov 2023 at 10:12, Help wrote:</div><blockquote>Which?</blockquote><p>4.2</p><blockquote>Where?</blockquote><p>Here</p>",
		"4.2\nHere",
	],
])("tells the person's own blockquotes %s", (_, html, text) => {
	expect(lines(splitHtml(html).text)).toBe(lines(text));
});

it("reads text that imitates elements as text", () => {
	const { html, text } = splitHtml("<p>a &lt;b&gt; c &amp;amp; d</p>");
	expect(html).toBe("<p>a &lt;b&gt; c &amp;amp; d</p>");
	expect(text).toBe("a <b> c &amp; d");
});

it.each([
	'style="display:none;font-size:1px;max-height:0px;overflow:hidden"',
	'style="DISPLAY : None !important"',
	'style="max-height:0;overflow:hidden"',
	'style="visibility: hidden"',
	'style="opacity:0.0"',
	"hidden",
])("shows no text that a reader does not see: %s", (attributes) => {
	const { html, text } = splitHtml(
		`<div ${attributes}>Your <b>weekly</b> offer<br><img src="https://a.example/1.gif"></div><p>Hello</p>`,
	);
	expect([html, text]).toEqual(["<p>Hello</p>", "Hello"]);
});

it.each([
	"font-size:0px",
	"display:block;opacity:0.9",
	"max-height:0.5em;overflow:hidden",
	"overflow:hidden",
	"color:#fff;content:none",
])("shows text with the style %s", (style) => {
	const { text } = splitHtml(`<div style="${style}">Hello</div>`);
	expect(text).toBe("Hello");
});

it("shows no code and no styles", () => {
	const { html, text } = splitHtml(
		"<html><head><title>T</title><style>p{}</style></head><body><script>alert(1)</script><p>Hello</p></body></html>",
	);
	expect([html.trim(), text]).toEqual(["<p>Hello</p>", "Hello"]);
});

it("keeps the empty lines that Outlook writes as paragraphs with a space", () => {
	const { text } = splitHtml(
		'<p class="MsoNormal">Hello<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Pat</p>',
	);
	expect(text).toBe("Hello\n\nPat");
});

it("keeps the lines of preformatted text", () => {
	expect(splitHtml("<pre>one\n  two\n\nthree</pre>").text).toBe(
		"one\ntwo\n\nthree",
	);
});

const PIECE = fc.oneof(
	fc.constantFrom(
		"<div>",
		"</div>",
		"<blockquote>",
		'<blockquote type="cite">',
		"</blockquote>",
		"<br>",
		"<hr>",
		"<p>",
		"</p>",
		"<td>",
		"<pre>",
		"</pre>",
		'<div class="gmail_attr">',
		'<div id="Signature">',
		"On 6 Nov 2023, 10:12, Help wrote:",
		"From: a@example.com<br>Sent: now<br>To: b@example.com",
		"-- ",
		"\n",
		"&nbsp;",
	),
	fc.stringMatching(/^[a-zäß ]{0,12}$/),
);

it("loses no text and invents none, whatever the HTML", () => {
	fc.assert(
		fc.property(fc.array(PIECE, { maxLength: 40 }), (pieces) => {
			const { text, quoted } = splitHtml(pieces.join(""));
			const words = (it: string) =>
				[...it.replace(/[^a-zäß]/g, "")].sort().join("");
			const whole = pieces
				.filter((it) => !it.startsWith("<") && it !== "&nbsp;")
				.join("");
			const labels = pieces.join("").includes("<br>Sent")
				? pieces
						.filter((it) => it.startsWith("From"))
						.join("")
						.replaceAll("<br>", "")
				: "";
			expect(words(text + quoted)).toBe(
				words(
					whole.replaceAll(
						/From: a@example.com<br>Sent: now<br>To: b@example.com/g,
						"",
					) + labels,
				),
			);
		}),
		{ numRuns: 1_000 },
	);
});

it("keeps in the HTML every text that it keeps", () => {
	fc.assert(
		fc.property(fc.array(PIECE, { maxLength: 40 }), (pieces) => {
			const { html, text } = splitHtml(pieces.join(""));
			const words = (it: string) => it.replace(/[^a-zäß]/g, "");
			expect(
				words(
					splitHtml(`<div>${html}</div>`).text +
						splitHtml(`<div>${html}</div>`).quoted,
				),
			).toHaveLength(words(text).length);
		}),
		{ numRuns: 500 },
	);
});

it.each([
	["elements in elements", "<div>".repeat(200_000)],
	["quotes in quotes", "<blockquote>".repeat(80_000)],
	["ends without beginnings", "</div>".repeat(160_000)],
	["beginnings and ends of other elements", "<b></i>".repeat(140_000)],
	["tables", "<table><tr><td>x".repeat(60_000)],
	["attributes", `<div ${"a='b' ".repeat(160_000)}>`],
	["styles", `<div style="${"border:none;".repeat(80_000)}">x</div>`],
	["an element without an end", `<div ${"a".repeat(1 << 20)}`],
	["entities", "&nbsp;".repeat(170_000)],
	["unfinished entities", "&".repeat(1 << 20)],
	["comments", "<!--".repeat(260_000)],
	["line breaks", "<br>".repeat(260_000)],
])("reads a mebibyte of %s in linear time", (_, html) => {
	const start = threadTimeMs();
	splitHtml(html);
	expect(threadTimeMs() - start).toBeLessThan(4_000);
});
