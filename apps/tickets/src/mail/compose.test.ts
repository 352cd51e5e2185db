import { createTransport } from "nodemailer";
import { describe, expect, it } from "vitest";
import type { Message } from "../domain/message.ts";
import { composeMail, type Outgoing } from "./compose.ts";

const message: Message = {
	id: "msg_3",
	ticketId: "tkt_1",
	type: "outbound",
	body: "<p>Hello</p>",
	bodyText: "Hello",
	bodyFormat: "html",
	author: { type: "agent", id: "usr_1", name: "Ann", email: "ann@desk.co" },
	attachments: [],
	aiGenerated: false,
	status: "queued",
	attempts: 0,
	error: null,
	createdAt: "2026-11-21T09:30:00.000Z",
};
const outgoing: Outgoing = {
	message,
	subject: "Broken lamp",
	to: { name: "Bo", address: "bo@ex.com" },
	copies: [],
	earlierIds: ["msg_1", "msg_2"],
	files: [],
};

/** The mail as it is sent, with folded headers unfolded. */
async function written(changes: Partial<Outgoing> = {}): Promise<string> {
	const mail = composeMail({ ...outgoing, ...changes }, "support@desk.co");
	const transport = createTransport({ streamTransport: true, buffer: true });
	const { message: raw } = await transport.sendMail(mail);
	return raw.toString().replace(/\r\n[ \t]+/g, " ");
}

describe("composeMail", () => {
	it("names the message, its thread and both people", async () => {
		const raw = await written();
		for (const header of [
			"Message-ID: <msg_3@desk.co>",
			"In-Reply-To: <msg_2@desk.co>",
			"References: <msg_1@desk.co> <msg_2@desk.co>",
			"From: Ann <support@desk.co>",
			"To: Bo <bo@ex.com>",
			"Subject: Re: Broken lamp",
			"Date: Sat, 21 Nov 2026 09:30:00 +0000",
		]) {
			expect(raw.split("\r\n")).toContain(header);
		}
	});

	it("sends HTML with its text as the alternative, and text alone", async () => {
		const html = await written();
		expect(html).toContain("multipart/alternative");
		expect(html).toContain("<p>Hello</p>");
		const text = await written({
			message: { ...message, bodyFormat: "text", body: "Hello" },
		});
		expect(text).not.toContain("text/html");
	});

	it("marks as automatic what no person wrote, and nothing else", async () => {
		expect(await written()).not.toContain("Auto-Submitted");
		expect(
			await written({ message: { ...message, aiGenerated: true } }),
		).toContain("Auto-Submitted: auto-replied");
	});

	it("has answers sent to the ticket's own address where there is one", async () => {
		expect(await written()).not.toMatch(/^Reply-To:/im);
		const raw = await written({ replyTo: "support+0token@desk.co" });
		expect(raw).toContain("\r\nReply-To: Ann <support+0token@desk.co>\r\n");
	});

	it("is no mail of a list", async () => {
		expect(await written()).not.toMatch(/^(List-|Precedence:)/im);
	});

	it("names nobody whose name is not known", async () => {
		const raw = await written({ to: { name: "", address: "me@ex.com" } });
		expect(raw).toContain("\r\nTo: me@ex.com\r\n");
	});

	it.each([
		"=?utf-8?q?Free_money?=",
		"=?UTF-8?B?RnJlZSBtb25leQ==?= and more",
		"Grüße =?iso-8859-1?Q?=E4?= x=?y",
		`=?utf-8?q?${"very_".repeat(40)}long?= ${"ü🙂".repeat(40)}`,
	])(
		"lets a mail reader show the subject %j to the letter",
		async (subject) => {
			const mail = composeMail({ ...outgoing, subject }, "support@desk.co");
			const transport = createTransport({
				streamTransport: true,
				buffer: true,
			});
			const { message: raw } = await transport.sendMail(mail);
			const [header] = /^Subject: .*(?:\r\n[ \t].*)*/m.exec(raw.toString())!;
			for (const line of header.split("\r\n"))
				expect(line.length).toBeLessThanOrEqual(78);
			expect(shownHeader(header)).toBe(`Subject: Re: ${subject}`);
		},
	);

	it("lets a mail reader show names to the letter that look encoded", async () => {
		const name = "=?utf-8?q?Your_bank?=";
		const raw = await written({
			to: { name, address: "bo@ex.com" },
			message: { ...message, author: { ...message.author, name } },
		});
		for (const [key, address] of [
			["To", "bo@ex.com"],
			["From", "support@desk.co"],
		]) {
			const header = raw
				.split("\r\n")
				.find((line) => line.startsWith(`${key}:`))!;
			expect(shownHeader(header).replaceAll("\u2060", "")).toBe(
				`${key}: ${name} <${address}>`,
			);
		}
	});

	it("does not pile up Re:", async () => {
		expect(await written({ subject: "RE: Broken lamp" })).toContain(
			"Subject: RE: Broken lamp\r\n",
		);
	});

	it("starts a thread when nothing came before", async () => {
		const raw = await written({ earlierIds: [] });
		expect(raw).not.toMatch(/^(In-Reply-To|References):/m);
	});

	it("attaches files under their names", async () => {
		const raw = await written({
			files: [
				{
					filename: "Übersicht.csv",
					contentType: "text/csv",
					data: Buffer.from("a,b"),
				},
			],
		});
		expect(raw).toContain("Content-Type: text/csv");
		expect(raw).toContain("filename*0*=utf-8''%C3%9Cbersicht.csv");
		expect(raw).toContain(Buffer.from("a,b").toString("base64"));
	});

	// S6: the rules of names and subjects refuse line breaks already; a mail must not depend on that.
	it.each([
		{ subject: "Hi\r\nBcc: eve@evil.example" },
		{ to: { name: "Bo\r\nBcc: eve@evil.example", address: "bo@ex.com" } },
		{
			message: {
				...message,
				author: { ...message.author, name: "Ann\nBcc: eve@evil.example" },
			},
		},
		{
			files: [
				{
					filename: "a\r\nBcc: eve@evil.example",
					contentType: "text/plain",
					data: Buffer.from("a"),
				},
			],
		},
	])("lets no line break start a header: %j", async (changes) => {
		const mail = composeMail({ ...outgoing, ...changes }, "support@desk.co");
		const transport = createTransport({ streamTransport: true, buffer: true });
		const { message: raw, envelope } = await transport.sendMail(mail);
		expect(raw.toString()).not.toMatch(/^bcc:/im);
		expect(envelope.to).toEqual(["bo@ex.com"]);
	});
});

/** What a mail reader shows of a header: RFC 2047's encoded words are decoded, and those next to each other joined. */
function shownHeader(header: string): string {
	return header
		.replace(/\r\n[ \t]+/g, " ")
		.replace(/(=\?[\w-]+\?[bq]\?[^? ]*\?=)\s+(?==\?)/gi, "$1")
		.replace(
			/=\?([\w-]+)\?([bq])\?([^? ]*)\?=/gi,
			(_word, charset: string, encoding: string, text: string) => {
				const bytes = /b/i.test(encoding)
					? Buffer.from(text, "base64")
					: Buffer.from(
							text
								.replaceAll("_", " ")
								.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
									String.fromCharCode(Number.parseInt(hex, 16)),
								),
							"latin1",
						);
				return new TextDecoder(charset).decode(bytes);
			},
		);
}
