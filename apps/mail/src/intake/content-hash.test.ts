import { expect, test } from "vitest";
import type { MailHeaders } from "../parse/parsed-mail.ts";
import { contentHash } from "./content-hash.ts";

const headers: MailHeaders = {
	messageId: "<a@b>",
	inReplyTo: [],
	references: [],
	from: [{ name: "A", address: "a@b.c", displayAddress: "a@b.c" }],
	sender: null,
	replyTo: [],
	to: [],
	cc: [],
	deliveredTo: [],
	subject: "S",
	date: null,
	all: [],
};
const RAW = "Subject: S\r\n\r\nOne\r\nTwo\r\n";
const hashOf = (raw: string, changes: Partial<MailHeaders> = {}) =>
	contentHash(Buffer.from(raw), { ...headers, ...changes }).toString("hex");

test.each([
	["a header that a server added", `Received: x\r\n${RAW}`],
	["other line ends", RAW.replaceAll("\r\n", "\n")],
	["an empty line at the end", `${RAW}\r\n`],
])("a mail with %s is the same mail", (_what, raw) => {
	expect(hashOf(raw)).toBe(hashOf(RAW));
});

test.each([
	["another body", RAW.replace("Two", "Too"), {}],
	["a lone CR", RAW.replace("One\r\n", "One\r"), {}],
	["another Message-ID", RAW, { messageId: "<c@b>" }],
	["another subject", RAW, { subject: "T" }],
	["another date", RAW, { date: new Date(0) }],
])("a mail with %s is another mail", (_what, raw, changes) => {
	expect(hashOf(raw, changes)).not.toBe(hashOf(RAW));
});

test("mails without an empty line are different mails if their lines differ", () => {
	expect(hashOf("One\r\nTwo\r\n")).not.toBe(hashOf("One\r\nThree\r\n"));
});

test("a mail that neither Message-ID nor date tell apart is another one in another hour", () => {
	const at = (time: string, changes: Partial<MailHeaders>) =>
		contentHash(
			Buffer.from(RAW),
			{ ...headers, ...changes },
			new Date(time),
		).toString("hex");
	const bare = { messageId: null };
	const [first, again] = ["2026-01-01T09:01Z", "2026-01-01T09:59Z"];
	const later = "2026-01-01T10:00Z";
	expect(at(again, bare)).toBe(at(first, bare));
	expect(at(later, bare)).not.toBe(at(first, bare));
	expect(at(later, {})).toBe(at(first, {}));
	const dated = { ...bare, date: new Date(0) };
	expect(at(later, dated)).toBe(at(first, dated));
});
