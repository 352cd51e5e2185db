import { decodeText } from "./charset/decode-text.ts";
import { decodeWords } from "./headers/header-text.ts";
import { parseMessageIds } from "./headers/message-ids.ts";
import type { MimePart } from "./mime/split-mime.ts";
import type { Bounce, BounceRecipient, MailHeaders } from "./parsed-mail.ts";

const ACTIONS = [
	"failed",
	"delayed",
	"delivered",
	"relayed",
	"expanded",
] as const;
const RECIPIENTS_MAX = 100;
const REPORT_BYTES_MAX = 256 * 1024;
const DIAGNOSTIC_CHARACTERS_MAX = 1_000;
const STATUS = /\b([245]\.\d{1,3}\.\d{1,3})\b/;
// In a text there are addresses of servers and versions of programs, too.
const FAILURE = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?!\.?\d)/;
const MESSAGE_ID_LINE = /^message-id:[ \t]*(<[^<>\s]{1,995}>)/im;
// Without a report of its own, only what is above the returned mail says whose delivery failed.
const ADDRESS_LINE = /^[ \t]*<?([^<>\s:]{1,64}@[^<>\s:]{1,255})>?:?[ \t]*$/gm;
const DELAYED =
	/\b(?:delay|not yet been delivered|still being retried|will (?:be retried|be tried again|continue to (?:be tried|try)))/i;
const FROM_MAIL_SYSTEM = /^(?:mailer-daemon|postmaster)@/i;

type Fields = ReadonlyMap<string, string>;

/** The delivery status that a mail reports (RFC 3464, and what mail systems write instead); null when it reports none. */
export function readBounce(
	root: MimePart,
	headers: MailHeaders,
): Bounce | null {
	const parts = leaves(root);
	const report = parts.find((it) =>
		/^message\/(?:global-)?delivery-status$/.test(it.contentType),
	);
	const recipients = report ? readReport(report) : readFailed(headers, parts);
	if (recipients.length === 0) return null;
	return { recipients, originalMessageId: readOriginalId(parts) };
}

function leaves(part: MimePart): MimePart[] {
	return part.children.length > 0 ? part.children.flatMap(leaves) : [part];
}

function readReport(report: MimePart): BounceRecipient[] {
	const text = decodeText(report.data.subarray(0, REPORT_BYTES_MAX), null);
	return text
		.replace(/\r\n?/g, "\n")
		.split(/\n{2,}/)
		.map(readFields)
		.flatMap((fields) => readRecipient(fields) ?? [])
		.slice(0, RECIPIENTS_MAX);
}

function readFields(block: string): Fields {
	const fields = new Map<string, string>();
	for (const line of block.replace(/\n[ \t]+/g, " ").split("\n")) {
		const colon = line.indexOf(":");
		const name = line.slice(0, colon).trim().toLowerCase();
		if (colon > 0 && !fields.has(name)) {
			fields.set(name, decodeWords(line.slice(colon + 1)));
		}
	}
	return fields;
}

function readRecipient(fields: Fields): BounceRecipient | undefined {
	const recipient =
		fields.get("original-recipient") || fields.get("final-recipient");
	if (!recipient) return undefined;
	const action = fields.get("action")?.toLowerCase();
	return {
		address: withoutType(recipient).replace(/^<|>$/g, ""),
		action: ACTIONS.find((it) => action?.startsWith(it)) ?? "failed",
		status: STATUS.exec(fields.get("status") ?? "")?.[1] ?? null,
		diagnostic: diagnosticOf(fields.get("diagnostic-code")),
	};
}

/** `rfc822; a@example.com` and `smtp; 550 no such user` name the kind of what follows. */
function withoutType(value: string): string {
	return value.slice(value.indexOf(";") + 1).trim();
}

function diagnosticOf(value: string | undefined): string | null {
	if (!value) return null;
	return withoutType(value).slice(0, DIAGNOSTIC_CHARACTERS_MAX);
}

/** A mail system's notice without a machine's report. */
function readFailed(
	{ all, from, subject }: MailHeaders,
	parts: readonly MimePart[],
): BounceRecipient[] {
	const failed = all
		.filter(({ name }) => name === "x-failed-recipients")
		.flatMap(({ value }) => value.split(","))
		.map((address) => address.trim())
		.filter((address) => address.includes("@"));
	const fromSystem = from.some(({ address }) => FROM_MAIL_SYSTEM.test(address));
	const text = firstText(parts);
	const named = () => failedIn(text, subject, readOriginalId(parts) !== null);
	const addresses = failed.length > 0 ? failed : fromSystem ? named() : [];
	return addresses.slice(0, RECIPIENTS_MAX).map((address) => ({
		address,
		action: "failed",
		status: FAILURE.exec(text)?.[1] ?? null,
		diagnostic: diagnosticAfter(text, address),
	}));
}

/** `<a@example.com>:` on a line, before what the other server said, as in qmail's notices and those that return the mail. */
function failedIn(text: string, subject: string, returns: boolean): string[] {
	const isQmail = /^Hi\. This is the /.test(text);
	if (!isQmail && (!returns || DELAYED.test(`${subject}\n${text}`))) return [];
	const copy = text.search(MESSAGE_ID_LINE);
	const notice = copy < 0 ? text : text.slice(0, copy);
	return [...notice.matchAll(ADDRESS_LINE)].map(([, it]) => it!);
}

function diagnosticAfter(text: string, address: string): string | null {
	const at = text.indexOf(address);
	if (at < 0) return null;
	const said = text
		.slice(at + address.length, at + address.length + 2_000)
		.replace(/^[>:\s]+/, "")
		.split(/\n\s*\n/)[0]!;
	return (
		said.replace(/\s+/g, " ").trim().slice(0, DIAGNOSTIC_CHARACTERS_MAX) || null
	);
}

function firstText(parts: readonly MimePart[]): string {
	const part = parts.find(({ contentType }) => contentType === "text/plain");
	if (!part) return "";
	const bytes = part.data.subarray(0, REPORT_BYTES_MAX);
	return decodeText(bytes, part.charset).replace(/\r\n?/g, "\n");
}

/** From the returned mail, or from its headers in the notice's text. */
function readOriginalId(parts: readonly MimePart[]): string | null {
	const returned = parts.find(({ contentType }) =>
		/^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)$/.test(
			contentType,
		),
	);
	const text = returned
		? returned.data.subarray(0, REPORT_BYTES_MAX).toString("latin1")
		: firstText(parts);
	const line = MESSAGE_ID_LINE.exec(text.replace(/\r?\n[ \t]+/g, " "));
	return line ? (parseMessageIds(line[1]!)[0] ?? null) : null;
}
