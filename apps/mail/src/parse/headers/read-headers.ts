import type { MailAddress, MailHeader, MailHeaders } from "../parsed-mail.ts";
import { parseAddresses } from "./addresses.ts";
import { parseDate } from "./date.ts";
import type { HeaderLine } from "./header-line.ts";
import { decodeWords, unfold } from "./header-text.ts";
import { parseMessageIds } from "./message-ids.ts";

const DELIVERED_TO = ["delivered-to", "x-original-to", "envelope-to"];

/** The headers of a mail. Where one is repeated that may not be, the first counts. */
export function readHeaders(lines: readonly HeaderLine[]): MailHeaders {
	const raw: MailHeader[] = lines.map(({ name, value }) => ({
		name,
		value: unfold(value),
	}));
	const first = (name: string) => raw.find((it) => it.name === name)?.value;
	const addresses = (name: string): MailAddress[] =>
		parseAddresses(first(name) ?? "");
	return {
		messageId: parseMessageIds(first("message-id") ?? "")[0] ?? null,
		inReplyTo: parseMessageIds(first("in-reply-to") ?? ""),
		references: parseMessageIds(first("references") ?? ""),
		from: addresses("from"),
		sender: addresses("sender")[0] ?? null,
		replyTo: addresses("reply-to"),
		to: addresses("to"),
		cc: addresses("cc"),
		deliveredTo: raw
			.filter(({ name }) => DELIVERED_TO.includes(name))
			.flatMap(({ value }) => parseAddresses(value))
			.map(({ address }) => address),
		subject: decodeWords(first("subject") ?? ""),
		date: parseDate(first("date") ?? ""),
		all: raw.map(({ name, value }) => ({ name, value: decodeWords(value) })),
	};
}
