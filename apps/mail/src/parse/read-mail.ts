import { readBounce } from "./bounce.ts";
import { toAttachment } from "./content/attachments.ts";
import { collectContent } from "./content/collect-content.ts";
import { contentIdsIn } from "./content/content-ids.ts";
import { readBody } from "./content/read-body.ts";
import { unpackTnef } from "./content/tnef/unpack-tnef.ts";
import { readHeaders } from "./headers/read-headers.ts";
import { readTraits } from "./headers/traits.ts";
import type { ParseLimits } from "./limits.ts";
import { type MimePart, splitMime } from "./mime/split-mime.ts";
import type { MailHeaders, MailTraits, ParsedMail } from "./parsed-mail.ts";

const HEAD_BYTES_MAX = 256 * 1024;
const LEAST_LINE_COST = 64; // what the splitter counts for a header line of a few bytes

/**
 * Reads a mail in this process: for the process that reads strangers' bytes, and for tests.
 *
 * @throws Unreadable beyond a limit
 */
export async function readMail(
	raw: Buffer,
	limits: ParseLimits,
): Promise<ParsedMail> {
	const root = await splitMime(raw, limits);
	const headers = readHeaders(root.headerLines);
	const content = collectContent(root, limits.bodyCharactersMax);
	const { segments, files } = unpackTnef(content);
	const body = readBody(segments);
	const shown = contentIdsIn(body.html);
	const traits = readTraits(headers);
	const bounce = isReport(root, traits) ? readBounce(root, headers) : null;
	return {
		unparsed: false,
		headers,
		traits: bounce
			? { ...traits, isAutomatic: true, isBounce: true, isReport: true }
			: traits,
		body,
		attachments: files.map((part) => toAttachment(part, shown)),
		bounce,
	};
}

/** Whether a program wrote the mail: a person may send on the delivery status that he received, within a mail of his own. */
function isReport(
	{ contentType }: MimePart,
	{ isAutomatic, isPassedOn }: MailTraits,
): boolean {
	return contentType === "multipart/report" || (isAutomatic && !isPassedOn);
}

/** Only the headers, of a mail whose body cannot be read. */
export async function readHead(
	raw: Buffer,
	limits: ParseLimits,
): Promise<{ headers: MailHeaders; traits: MailTraits }> {
	const end = endOfHeaders(raw.subarray(0, HEAD_BYTES_MAX));
	const headerBytesMax = HEAD_BYTES_MAX * LEAST_LINE_COST;
	const head = await splitMime(raw.subarray(0, end), {
		...limits,
		headerBytesMax,
	});
	const headers = readHeaders(head.headerLines);
	return { headers, traits: readTraits(headers) };
}

function endOfHeaders(start: Buffer): number {
	const ends = ["\r\n\r\n", "\n\n"]
		.map((mark) => start.indexOf(mark))
		.filter((at) => at >= 0);
	return Math.min(start.length, ...ends.map((at) => at + 2));
}
