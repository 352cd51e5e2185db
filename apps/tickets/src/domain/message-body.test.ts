import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readMessageBody, readPlainText, sanitise } from "./message-body.ts";
import { XSS_PAYLOADS } from "./xss-payloads.test-data.ts";

describe("what counts as HTML", () => {
	test.each([
		"if a < b && List<String> survives",
		"<3 you",
		"a <- b -> c",
		"x<y>z",
		"mail <ada@example.com> please",
		"1 < 2 > 0",
		"<String, Integer>",
		"<!-- only a comment -->",
		"a\n\tb",
		"<p",
		"",
	])("%j is text to the letter", (body) => {
		expect(readMessageBody(body)).toEqual({
			format: "text",
			body,
			text: body,
			raw: null,
		});
	});

	it.each([
		"<img src=x onerror=alert(1)//",
		"<xss onfocus=alert(1) autofocus tabindex=1>",
		"<custom-el title='a'onclick='alert(1)'>",
		"<animate/onbegin=alert(1)>",
		"<script src=http://evil.example/x.js?< b >",
		"</p onclick=alert(1)",
	])("%j is sanitised although it is no element", (body) => {
		const read = readMessageBody(body);
		expect(read).toMatchObject({ format: "html", raw: body });
		expectNothingActive(read.body);
	});

	test.each(["<p>a</p>", "a<br>b", "a<BR/>b", "<a href='x'>y</a>", "</div>"])(
		"%j is HTML",
		(body) => expect(readMessageBody(body).format).toBe("html"),
	);
});

describe("sanitise", () => {
	it("keeps formatting and escapes what is no element", () => {
		expect(
			sanitise(
				`<p>A <b>bold</b> List<String> &amp; a < b <a href="https://ex.co" onclick="x()">link</a></p>`,
			),
		).toBe(
			`<p>A <b>bold</b> List&lt;String&gt; &amp; a &lt; b <a href="https://ex.co" rel="noopener noreferrer nofollow">link</a></p>`,
		);
	});

	it.each(XSS_PAYLOADS)("leaves nothing active of %j", (payload) => {
		for (const html of [payload, `<p>before ${payload} after</p>`]) {
			expectNothingActive(sanitise(html));
		}
	});

	it("settles links that end up in each other", () => {
		const once = sanitise(`<a href="x">a<form><a href="y">b</a>`);
		expect(sanitise(once)).toBe(once);
	});

	it("changes nothing the second time", () => {
		const piece = fc.oneof(
			fc.constantFrom(...XSS_PAYLOADS),
			fc.constantFrom(
				"<p>",
				"</p>",
				"<b>",
				"<List>",
				"&lt;",
				"&amp;",
				"<",
				">",
				'"',
				"<a href=",
				"<!--",
				"-->",
				"<svg>",
				"</style>",
				"<![CDATA[",
			),
			fc.string(),
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
				const once = sanitise(pieces.join(""));
				expect(sanitise(once)).toBe(once);
				expectNothingActive(once);
			}),
			{ numRuns: 1_000 },
		);
	});

	it.each([
		["100 kB of <", "<".repeat(100_000)],
		["20,000 nested divs", "<div>".repeat(20_000)],
		["100 kB of half tags", "<a ".repeat(33_000)],
		["one tag of half handlers", `<a${" on".repeat(33_000)}`],
		["one handler that never comes", `<a onx${" ".repeat(99_000)}`],
		["10,000 links in each other", "<a href=x>".repeat(10_000)],
		["25,000 empty cells", "<td>".repeat(25_000)],
		["a cell that spans a billion", `<td colspan="999999999">a</td>`],
		["25,000 breaks", "<br>".repeat(25_000)],
		["20,000 items", "<li>a".repeat(20_000)],
	])("is done with %s before a request would notice", (_what, html) => {
		const started = threadTimeMs();
		readMessageBody(html);
		// Measured 100 to 200 ms; the bound only catches what grows with the square.
		expect(threadTimeMs() - started).toBeLessThan(3_000);
	});
});

it("writes HTML as text", () => {
	const html = `<h1>Hi  there</h1><p>A &lt;b&gt; &amp; c</p><ol><li>one</li><li>two</li></ol><table><tr><td>x</td><td>y</td></tr></table>`;
	expect(readMessageBody(html).text).toBe(
		"Hi there\n\nA <b> & c\n\n 1. one\n 2. two\n\nx\ty",
	);
});

it("keeps a link's address and the lines of code in the text", () => {
	const text = (html: string) => readMessageBody(html).text;
	expect(
		text(`<a title="t" href="https://ex.co/?a&b">Reset <b>it</b></a>`),
	).toBe("Reset it (https://ex.co/?a&b)");
	expect(text(`<a href="https://ex.co/">https://ex.co</a>`)).toBe(
		"https://ex.co",
	);
	expect(text(`<a href="mailto:a@ex.co">a@ex.co</a>`)).toBe("a@ex.co");
	expect(text("<pre>one\r\ntwo\n</pre>end")).toBe("one\ntwo\n\nend");
});

describe("what is plain text", () => {
	it.each(XSS_PAYLOADS)("has nothing of %j that is HTML", (payload) => {
		const escaped = payload.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
		for (const text of [
			payload,
			`before ${payload} after`,
			`<b>${escaped}</b>`,
			`&amp;lt;b&gt; ${payload}`,
		]) {
			const plain = readPlainText(text);
			expect(readMessageBody(plain)).toMatchObject({
				format: "text",
				body: plain,
			});
			expect(readPlainText(plain)).toBe(plain);
		}
	});

	it("keeps lines and words, and what only looks like an element", () => {
		expect(
			readPlainText(
				`Hello Ann,\n\nOpen <b>Settings</b>.\n1. Press <a href="https://ex.co/a">Save</a>.\n2. List<String> < 3\n\n<img src="https://evil.example/p.png" alt="p"><script>x()</script>Kind regards`,
			),
		).toBe(
			"Hello Ann,\n\nOpen Settings.\n1. Press Save (https://ex.co/a).\n2. List<String> < 3\n\nKind regards",
		);
		expect(readPlainText("a < b\n  List<String>")).toBe(
			"a < b\n  List<String>",
		);
	});
});

it("keeps the original of what it changed", () => {
	const body = "<p>a</p><script>b</script>";
	expect(readMessageBody(body)).toMatchObject({ body: "<p>a</p>", raw: body });
	expect(readMessageBody("<p>a</p>").raw).toBeNull();
});

function expectNothingActive(html: string): void {
	const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)];
	for (const [, name, attributes] of tags) {
		expect(name).toMatch(
			/^(a|abbr|b|blockquote|br|caption|cite|code|col|colgroup|dd|del|div|dl|dt|em|figcaption|figure|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|var)$/,
		);
		// Within quotes such words are harmless.
		expect(attributes!.replace(/"[^"]*"/g, '""')).not.toMatch(
			/\s(?:on\w+|style|srcdoc)\s*=/i,
		);
		const url = /\s(?:href|src)="([^"]*)"/i.exec(attributes!)?.[1];
		if (url) expect(url).not.toMatch(/^\s*(javascript|data|vbscript|file):/i);
	}
	expect(html.replace(/<\/?[a-z0-9]+[^>]*>/gi, "")).not.toContain("<");
}
