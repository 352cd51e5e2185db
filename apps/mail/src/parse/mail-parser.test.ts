import { readdirSync, readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { PARSE_LIMITS } from "./limits.ts";
import { MailParser } from "./mail-parser.ts";

const parser = new MailParser(1);
afterAll(() => parser.close());

const MAIL = Buffer.from(
	[
		'From: "=?utf-8?q?J=C3=B6rg?=" (in a hurry) <joerg@example.org>',
		"To: Team: one@example.com, two@example.com;",
		"Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
		"Message-ID: <1@example.org>",
		"In-Reply-To: <0@example.com>",
		"Content-Type: multipart/mixed; boundary=b",
		"",
		"--b",
		"",
		"Hello",
		"--b",
		'Content-Type: image/png; name="../a.png"',
		"Content-Transfer-Encoding: base64",
		"",
		"AAAA",
		"--b--",
		"",
	].join("\r\n"),
);

it("reads the headers, the body and the files of a mail", async () => {
	const mail = await parser.parse(MAIL);
	if (mail.unparsed) throw new Error(mail.reason);
	expect(mail.headers).toMatchObject({
		messageId: "<1@example.org>",
		inReplyTo: ["<0@example.com>"],
		from: [{ name: "Jörg", address: "joerg@example.org" }],
		to: [{ address: "one@example.com" }, { address: "two@example.com" }],
		subject: "Grüße",
	});
	expect(mail.body).toEqual({ html: null, text: "Hello", quotedText: "" });
	expect(mail.attachments).toEqual([
		{
			filename: "a.png",
			contentType: "image/png",
			data: Buffer.alloc(3),
			contentId: null,
			inline: false,
		},
	]);
});

it("reports the headers of a mail that has more parts than a mail may have", async () => {
	const mail = await parser.parse(MAIL, { ...PARSE_LIMITS, partsMax: 1 });
	expect(mail).toMatchObject({
		unparsed: true,
		reason: "too_many_parts",
		headers: { subject: "Grüße" },
	});
});

it("reports a mail that takes too long, and reads the next one", async () => {
	const mail = await parser.parse(MAIL, { ...PARSE_LIMITS, timeoutMs: 0 });
	expect(mail).toMatchObject({ unparsed: true, reason: "out_of_time" });
	expect(await parser.parse(MAIL)).toMatchObject({ unparsed: false });
});

it.runIf(process.platform === "linux")(
	"reads a mail whose process was killed from outside in another one",
	async () => {
		const large = Buffer.concat([
			Buffer.from("Subject: Hello\r\nContent-Type: a/b\r\n\r\n"),
			Buffer.alloc(10_000_000, "a\n"),
		]);
		const reading = parser.parse(large);
		for (const pid of childrenOf(process.pid)) process.kill(pid, "SIGKILL");
		expect(await reading).toMatchObject({
			unparsed: false,
			headers: { subject: "Hello" },
		});
	},
);

function childrenOf(pid: number): number[] {
	return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
		readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
			.split(" ")
			.filter(Boolean)
			.filter((child) =>
				readFileSync(`/proc/${child}/cmdline`, "utf8").includes(
					"reader/main.ts",
				),
			)
			.map(Number),
	);
}
