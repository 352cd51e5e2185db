import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { describe, expect, it, test } from "vitest";
import { renderMessage } from "./message.ts";

describe("a message in Markdown", () => {
	test.each([
		[
			"Open **Settings** and `Reset`.\nThen wait.",
			"<p>Open <strong>Settings</strong> and <code>Reset</code>.<br>\nThen wait.</p>\n",
		],
		[
			"1. *Open* it\n2. Close it",
			"<ol>\n<li><em>Open</em> it</li>\n<li>Close it</li>\n</ol>\n",
		],
		[
			"See [the manual](https://ex.example/a_b_c).",
			'<p>See <a href="https://ex.example/a_b_c">the manual</a>.</p>\n',
		],
		["## Seats", "<h2>Seats</h2>\n"],
	])("%j becomes HTML", (given, expected) => {
		expect(renderMessage(given)).toBe(expected);
	});

	it("is shown to the letter where its marks are escaped", () => {
		expect(renderMessage("\\[a\\](https://x.example) \\_\\_b\\_\\_")).toBe(
			"<p>[a](https://x.example) __b__</p>\n",
		);
	});

	it("has no HTML of its author, no link that acts, and no picture from elsewhere", () => {
		const html = renderMessage(
			"<script>x</script> **a** [b](javascript:x) ![c](http://t.example/c.png)",
		);
		expect(html).toContain("&lt;script&gt;");
		expect(html).not.toMatch(/<script|<img|href="javascript/);
	});
});

test.each([
	"Hello Bo,\n\n- one\n- two\n\nRegards\n--\nAnn",
	"Set a_b_c to 2*3*4, or a * b; 5 > 3 and [0-9].",
	"[Note]: closed today",
	"    indented\n\n\n  text",
	"https://ex.example/_a_/b*c",
	"> as you wrote",
	"1. one\n2. two",
	"=================",
	"Delete C:\\*.log and D:\\*.log, not \\\\server\\share.",
])("%j has no marks and stays as it was typed", (text) => {
	expect(renderMessage(text)).toBeUndefined();
});

test.each(["*a **a ", "[", "`", "> ", "**a", "[a](", "_a*", "|a", "~~a ~"])(
	"100,000 characters of %j are read in linear time",
	(piece) => {
		const text = piece.repeat(100_000).slice(0, 100_000);
		const startMs = threadTimeMs();
		renderMessage(text);
		expect(threadTimeMs() - startMs).toBeLessThan(2_000);
	},
);
