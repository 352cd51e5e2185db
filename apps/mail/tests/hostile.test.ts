import { afterAll, expect, it } from "vitest";
import { PARSE_LIMITS } from "../src/parse/limits.ts";
import { MailParser } from "../src/parse/mail-parser.ts";
import { mailOf } from "./mails.ts";

const parser = new MailParser(1);
afterAll(() => parser.close());

const HEAD = "Subject: Hello\r\nFrom: pat@example.com\r\n";
const MEBIBYTE = 1024 * 1024;

function nested(depth: number): string {
	let mail = HEAD;
	for (let i = 0; i < depth; i += 1) {
		mail += `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`;
	}
	return `${mail}\r\nHello`;
}

it.each([
	["10,000 parts in each other", nested(10_000), "nested_too_deep"],
	[
		"100,000 parts",
		`${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(100_000)}`,
		"too_many_parts",
	],
	[
		"100,000 parts without an end",
		`${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n".repeat(100_000)}`,
		"too_many_parts",
	],
	[
		"a header of megabytes",
		`${HEAD}X-Long: ${"a".repeat(5 * MEBIBYTE)}\r\n\r\nHello`,
		"headers_too_large",
	],
	[
		"a hundred thousand headers",
		`${HEAD}${"X-A: b\r\n".repeat(100_000)}\r\nHello`,
		"headers_too_large",
	],
	[
		"a part with headers of megabytes",
		`${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nX: ${" a\r\n".repeat(500_000)}\r\n--b--`,
		"headers_too_large",
	],
])("reports %s as unparsed, with its headers", async (_, mail, reason) => {
	const start = performance.now();
	const result = await parser.parse(Buffer.from(mail));
	expect(result).toMatchObject({
		unparsed: true,
		reason,
		headers: { subject: "Hello", from: [{ address: "pat@example.com" }] },
	});
	expect(performance.now() - start).toBeLessThan(PARSE_LIMITS.timeoutMs);
});

it.each([
	[
		"base64 without an end",
		`${HEAD}Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${"A".repeat(30 * MEBIBYTE)}`,
	],
	[
		"base64 of nothing but padding",
		`${HEAD}Content-Transfer-Encoding: base64\r\n\r\n${"=".repeat(5 * MEBIBYTE)}`,
	],
	[
		"quoted-printable of nothing but signs",
		`${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\n${"=".repeat(MEBIBYTE)}`,
	],
	["lines of no end", `${HEAD}\r\n${"a".repeat(30 * MEBIBYTE)}`],
	["lines of no length", `${HEAD}\r\n${"\n".repeat(MEBIBYTE)}`],
	[
		"a boundary of megabytes in its body",
		`${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b${"b".repeat(5 * MEBIBYTE)}`,
	],
	[
		"messages in messages",
		`${HEAD}${"Content-Type: message/rfc822\r\n\r\n".repeat(20_000)}Hello`,
	],
	[
		"a format=flowed body of spaces",
		`${HEAD}Content-Type: text/plain; format=flowed\r\n\r\n${"a \r\n".repeat(400_000)}`,
	],
	[
		"HTML of line breaks",
		`${HEAD}Content-Type: text/html\r\n\r\n${"<br>".repeat(490_000)}`,
	],
	[
		"HTML of short elements",
		`${HEAD}Content-Type: text/html\r\n\r\n${"<i>a</i>".repeat(240_000)}`,
	],
	[
		"HTML of images",
		`${HEAD}Content-Type: text/html\r\n\r\n${"<img src='cid:a'>".repeat(110_000)}`,
	],
	[
		"HTML of quotes",
		`${HEAD}Content-Type: text/html\r\n\r\n${"<blockquote>a</blockquote>b".repeat(70_000)}`,
	],
	[
		"a subject of encoded words",
		`Subject: ${"=?utf-8?q?a?= ".repeat(60_000)}\r\nFrom: pat@example.com\r\n\r\nHello`,
	],
	[
		"recipients without number",
		`${HEAD}To: ${"a@example.com, ".repeat(60_000)}\r\n\r\nHello`,
	],
	[
		"an address of parentheses",
		`${HEAD}Cc: ${"(".repeat(900_000)}\r\n\r\nHello`,
	],
	[
		"parameters without number",
		`${HEAD}Content-Type: text/plain; ${"a=b; ".repeat(150_000)}\r\n\r\nHello`,
	],
	[
		"parameters in pieces",
		`${HEAD}Content-Disposition: attachment; ${Array.from({ length: 30_000 }, (_, i) => `filename*${i}*=a`).join("; ")}\r\n\r\nHello`,
	],
])("reads %s within its time and memory", async (_, mail) => {
	const start = performance.now();
	const result = await parser.parse(Buffer.from(mail));
	expect(result).toMatchObject({ unparsed: false });
	expect(performance.now() - start).toBeLessThan(PARSE_LIMITS.timeoutMs);
});

it.each([
	["no boundary", "multipart/mixed", "--b\r\n\r\nHello"],
	["an empty boundary", 'multipart/mixed; boundary=""', "--\r\n\r\nHello"],
	[
		"a boundary with the signs of patterns",
		'multipart/mixed; boundary="(a+)+$"',
		"--(a+)+$\r\n\r\nHello\r\n--(a+)+$--",
	],
	[
		"a boundary that is never closed",
		"multipart/mixed; boundary=b",
		"--b\r\n\r\nHello",
	],
	[
		"a boundary that begins like another one",
		"multipart/mixed; boundary=b",
		"--b\r\nContent-Type: multipart/mixed; boundary=bb\r\n\r\n--bb\r\n\r\nHello\r\n--bb--\r\n--b--",
	],
	[
		"the same boundary twice",
		"multipart/mixed; boundary=b",
		"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b--",
	],
	["only an end", "multipart/mixed; boundary=b", "--b--\r\nHello"],
])("reads a multipart with %s", async (_, type, content) => {
	const result = await parser.parse(
		Buffer.from(`${HEAD}Content-Type: ${type}\r\n\r\n${content}`),
	);
	expect(result).toMatchObject({
		unparsed: false,
		headers: { subject: "Hello" },
	});
});

it("starts no header with an encoded word", async () => {
	const result = await parser.parse(
		mailOf(
			"From: =?utf-8?q?a=0D=0ABcc=3A_x=40example=2Ecom?= <pat@example.com>",
			"Subject: =?utf-8?b?YQ0KQmNjOiB4QGV4YW1wbGUuY29t?=",
			'Content-Disposition: attachment; filename="=?utf-8?q?a=0D=0Ab.txt?="',
			"",
			"Hello",
		),
	);
	if (result.unparsed) throw new Error(result.reason);
	const { subject, from, all } = result.headers;
	const texts = [subject, from[0]!.name, result.attachments[0]!.filename];
	for (const text of [...texts, ...all.map(({ value }) => value)]) {
		expect(text).not.toMatch(/[\r\n]/);
	}
	expect(result.headers.to).toEqual([]);
});

it("ends a process that needs too much memory, and reads the next mail", async () => {
	const mail = Buffer.from(`${HEAD}\r\n${"a\r\n".repeat(10 * MEBIBYTE)}`);
	const limits = { ...PARSE_LIMITS, memoryBytesMax: MEBIBYTE };
	expect(await parser.parse(mail, limits)).toMatchObject({
		unparsed: true,
		reason: "out_of_memory",
	});
	const next = await parser.parse(mailOf("Subject: Hello", "", "Hello"));
	expect(next).toMatchObject({ unparsed: false });
});
