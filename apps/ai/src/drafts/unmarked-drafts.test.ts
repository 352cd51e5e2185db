import { expect, test } from "vitest";
import { openStaticEncoder } from "../encoder/static-encoder.ts";
import { extractiveWriter } from "./extractive-writer.ts";

const write = extractiveWriter(openStaticEncoder());

/** The quoted part of the draft for an article. */
async function answerFrom(body: string): Promise<string | undefined> {
	const source = {
		articleId: "kb_1",
		title: "Reset the printer",
		body,
		relevanceScore: 0.9,
		passages: [],
	};
	const question = "How do I reset the printer?";
	const draft = await write(
		{ question, contactName: "", sources: [source] },
		new AbortController().signal,
	);
	return draft?.body.split("\n\n").slice(2, -2).join("\n\n");
}

test.each([
	[
		"emphasis",
		"**Hold** the _reset_ button of the ***printer*** for ~~two~~ five seconds.",
		"Hold the reset button of the printer for two five seconds.",
	],
	[
		"characters that only look like marks",
		"Set printer_reset_mode to 2*3*4, or a * b, in C:\\printer\\reset_all.ini; [0-9] and # are allowed.",
		"Set printer_reset_mode to 2*3*4, or a * b, in C:\\printer\\reset_all.ini; [0-9] and # are allowed.",
	],
	[
		"headings and rules",
		"Reset the printer\n=================\n\nHold the button.\n\n---\n\n### Then ###\n\nWait a minute.",
		"Hold the button.\n\nThen\n\nWait a minute.",
	],
	[
		"nested lists",
		"To reset the printer:\n\n1. Open **Settings**.\n   - Choose `Printer`.\n   - Choose *Reset*.\n2. Wait:\n   1) first for the light,\n   2) then for the sound.\n\n* [ ] Done\n+ [x] Really done",
		"To reset the printer:\n1. Open Settings.\n• Choose Printer.\n• Choose Reset.\n2. Wait:\n1) first for the light,\n2) then for the sound.\n• Done\n• Really done",
	],
	[
		"a table",
		"How to reset the printer:\n\n| Model | **Button** | Seconds |\n|:--|:-:|--:|\n| AX-1 | left \\| top | 5 |\n| AX-2 | [right](https://example.com/r) | 7 |",
		"How to reset the printer:\n\nModel: AX-1; Button: left | top; Seconds: 5.\nModel: AX-2; Button: right (https://example.com/r); Seconds: 7.",
	],
	[
		"code",
		"Reset the printer from the command line:\n\n```sh\nsudo printer *reset*\n  --all\n```\n\nOr use `printer --reset`.",
		"Reset the printer from the command line:\n\nsudo printer *reset*\n  --all\n\nOr use printer --reset.",
	],
	[
		"links, images and addresses",
		'To reset the printer see [the **manual**](https://example.com/a_b_c "Manual") or [write](mailto:help@example.com) or [![us](x.png)](/help), ![the button](b.png "b"), [here][1] <https://example.com/_x_>, [run](javascript:alert(1)).\n\n[1]: https://example.com/here',
		"To reset the printer see the manual (https://example.com/a_b_c) or write (help@example.com) or us, the button, here (https://example.com/here) https://example.com/_x_, run.",
	],
	[
		"footnotes and quotes",
		"> [!TIP]\n> Reset the printer[^1].\n\n[^1]: Only the *new* one.",
		"Reset the printer.\n\nOnly the new one.",
	],
	[
		"entities",
		"Reset the printer &amp; scanner in &lt;5&nbsp;minutes&gt;, &copy; &#8364;&#x41;; R&D.",
		"Reset the printer & scanner in <5 minutes>, © €A; R&D.",
	],
	[
		"HTML",
		'<h2 onclick="x()">Reset the printer</h2>\n<p class="a">Hold <b>the button</b>.<br>Wait a <a href="https://example.com/m">minute</a>.</p>\n<ul>\n    <li>Light on</li>\n\n    <li>Sound *on*</li>\n</ul>\n<table><tr><th>Model</th><th>Time</th></tr><tr><td>AX-1</td><td>5 s</td></tr></table>\n<img src=x onerror=alert(1)>',
		"Hold the button. Wait a minute (https://example.com/m).\n• Light on\n• Sound on",
	],
	[
		"scripts, styles and comments",
		"Reset the printer.<script>alert('a')\n\nalert('b')</script> Wait.\n\n<style>p { color: red }</style>\n<!-- internal:\n\nnever say this -->\n<iframe src=x>no</iframe>\n\n```html\n<script>alert('c')</script>\n```",
		"Reset the printer. Wait.",
	],
])("a draft quotes %s as plain text", async (_what, article, answer) => {
	expect(await answerFrom(article)).toBe(answer);
});
