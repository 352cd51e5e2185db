import { createHash } from "node:crypto";
import type { MailHeaders } from "../parse/parsed-mail.ts";

const CR = 0x0d;
const LF = 0x0a;
const BLANK = new Set([CR, LF, 0x20, 0x09]);

const HOUR_MS = 60 * 60 * 1000;

/**
 * What stays the same of a mail, by whatever way it comes in: its Message-ID, sender, subject and date, and its body with
 * one form of line ends. Every server adds headers of its own.
 *
 * @param sentAt tells mails apart that have neither Message-ID nor date, as programs send them again and again: one that
 * comes again within the hour is the same
 */
export function contentHash(
	raw: Buffer,
	headers: MailHeaders | null,
	sentAt?: Date,
): Buffer {
	const hash = createHash("sha256");
	if (headers) {
		const { messageId, from, subject, date } = headers;
		const senders = from.map(({ address }) => address);
		hash.update(JSON.stringify([messageId, senders, subject, date]));
		if (sentAt && messageId === null && date === null)
			hash.update(String(Math.floor(sentAt.getTime() / HOUR_MS)));
	}
	const end = endOfText(raw);
	let at = headers ? startOfBody(raw) : 0;
	while (at < end) {
		const cr = raw.indexOf(CR, at);
		const next = cr === -1 || cr >= end ? end : cr;
		hash.update(raw.subarray(at, next));
		at = next;
		if (at < end) {
			if (raw[at + 1] !== LF) hash.update("\r");
			at += 1;
		}
	}
	return hash.digest();
}

function startOfBody(raw: Buffer): number {
	const crlf = raw.indexOf("\r\n\r\n");
	const lf = raw.indexOf("\n\n");
	// Lines that nothing sets apart from a body may all be one.
	if (crlf === -1 && lf === -1) return 0;
	return crlf !== -1 && (lf === -1 || crlf < lf) ? crlf + 4 : lf + 2;
}

function endOfText(raw: Buffer): number {
	let end = raw.length;
	while (end > 0 && BLANK.has(raw[end - 1]!)) end -= 1;
	return end;
}
