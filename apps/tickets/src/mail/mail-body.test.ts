import { expect, it, test } from "vitest";
import { readMessageBody } from "../domain/message-body.ts";
import { XSS_PAYLOADS } from "../domain/xss-payloads.test-data.ts";
import { mailBody } from "./mail-body.ts";

function bodyOf(typed: string, signature = "") {
	const { body, text, format } = readMessageBody(typed);
	return mailBody({ body, bodyText: text, bodyFormat: format }, signature);
}

it("shows Markdown as HTML, and as text without its marks", () => {
	const { text, html } = bodyOf(
		"Hello,\n\nopen **Settings** and choose:\n\n1. *Printer*\n2. `Reset`\n\nSee [the manual](https://ex.example/a_b).\nBye",
	);
	expect(text).toBe(
		"Hello,\n\nopen Settings and choose:\n\n 1. Printer\n 2. Reset\n\nSee the manual (https://ex.example/a_b).\nBye",
	);
	expect(html).toContain("<strong>Settings</strong>");
	expect(html).toContain("<li><em>Printer</em></li>");
	expect(html).toContain('rel="noopener noreferrer nofollow"');
	expect(text).not.toMatch(/\*|`|\[/);
});

test.each([
	"Hello,\n\n- one\n- 2*3*4\n\n  Regards\n--\nAnn",
	"Set a_b_c; 1 < 2 && 3 > 2.",
])("leaves %j as it was typed, without HTML", (typed) => {
	expect(bodyOf(typed)).toEqual({ text: typed, html: undefined });
});

it("sends HTML as it is stored, with its text", () => {
	expect(bodyOf("<p>Hello <b>Bo</b></p>")).toEqual({
		text: "Hello Bo",
		html: "<p>Hello <b>Bo</b></p>",
	});
});

it("puts the signature below a line that mail programs know", () => {
	const signature = "The team\nTom & <Jerry>";
	expect(bodyOf("Hello", signature)).toEqual({
		text: "Hello\n\n-- \nThe team\nTom & <Jerry>",
		html: undefined,
	});
	expect(bodyOf("**Hello**", signature).html).toBe(
		"<p><strong>Hello</strong></p>\n<p>-- <br />The team<br />Tom &amp; &lt;Jerry&gt;</p>",
	);
});

it.each(["-- \nThe team", "--\r\nThe team", "\n-- \nThe team"])(
	"has one such line for the signature %j, which begins with it",
	(signature) => {
		expect(bodyOf("Hello", signature)).toEqual(bodyOf("Hello", "The team"));
	},
);

test.each(XSS_PAYLOADS)("nothing acts in the mail of **a** %s", (payload) => {
	const { html } = bodyOf(`**a** ${payload}`);
	const tags = html?.match(/<[^>]*>/g) ?? [];
	for (const tag of tags)
		expect(tag).not.toMatch(
			/<(script|style|iframe|svg|form|object)|\son\w+\s*=|(href|src)\s*=\s*["']?\s*(javascript|data|vbscript):/i,
		);
});
