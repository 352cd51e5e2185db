import { isUtf8 } from "node:buffer";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { validateAll } from "@supportdesk/errors/validate-all.ts";
import { MISLEADING } from "@supportdesk/text/misleading.ts";
import { fileTypeFromBuffer } from "file-type";

/** A file that came with a message. */
export interface AttachmentFile {
	readonly filename: string;
	readonly contentType: string;
	readonly data: Buffer;
}

const COUNT_MAX = 10;
const MEBIBYTE = 1024 * 1024;
const SIZE_MAX = 10 * MEBIBYTE;
const TOTAL_SIZE_MAX = 20 * MEBIBYTE;
const FILENAME_BYTES_MAX = 255; // what file systems hold
// Windows refuses these, and the device names below with any extension.
const RESERVED_CHARACTERS = /[<>:"|?*]/g;
const RESERVED_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+"; // RFC 9110, 5.6.2
const CONTENT_TYPE = new RegExp(
	`^(${TOKEN}/${TOKEN})(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"[^"\\\\\\p{Cc}]*"))*$`,
	"u",
);
const UNKNOWN_TYPE = "application/octet-stream";
// Text has no signature. Of the types that are text, these do nothing when they are opened.
const PASSIVE_TEXT = new Set([
	"text/plain",
	"text/csv",
	"text/tab-separated-values",
	"text/markdown",
	"text/calendar",
	"text/vcard",
	"application/json",
]);

/** @throws AppError `invalid_attachment`, `request_too_large` for more or larger files than a message may have. */
export function requireSizes(sizes: readonly number[]): void {
	if (sizes.length > COUNT_MAX) {
		throw invalid("attachments", `A message has at most ${COUNT_MAX} files.`);
	}
	if (sizes.reduce((sum, size) => sum + size, 0) > TOTAL_SIZE_MAX) {
		throw tooLarge(
			"attachments",
			"The files of a message have at most 20 MiB.",
		);
	}
	const largest = sizes.findIndex((size) => size > SIZE_MAX);
	if (largest >= 0) {
		throw tooLarge(`attachments.${largest}.data`, "A file has at most 10 MiB.");
	}
}

/**
 * Checks the files of one message, and names and types them as they are safe to hand out: the name without folders, the
 * type by what the bytes are rather than by what they are said to be.
 *
 * @throws AppError `invalid_attachment`, `request_too_large`
 */
export async function readAttachments(
	files: readonly AttachmentFile[],
): Promise<AttachmentFile[]> {
	requireSizes(files.map(({ data }) => data.length));
	const read = validateAll<AttachmentFile[]>(
		...files.map((file, i) => () => readAttachment(file, `attachments.${i}`)),
	);
	return Promise.all(
		read.map(async (file) => ({
			...file,
			contentType: await safeType(file.contentType, file.data),
		})),
	);
}

function readAttachment(
	{ filename, contentType, data }: AttachmentFile,
	param: string,
): AttachmentFile {
	const [name, type] = validateAll(
		() => safeFilename(filename, `${param}.filename`),
		() => parseType(contentType, `${param}.content_type`),
	);
	return { filename: name, contentType: type, data };
}

export function safeFilename(text: string, param: string): string {
	const normal = text.normalize("NFC");
	const base = normal
		.slice(Math.max(normal.lastIndexOf("/"), normal.lastIndexOf("\\")) + 1)
		.trim();
	if (base === "" || base === "." || base === "..") {
		throw invalid(param, "A file needs a name.");
	}
	if (MISLEADING.test(normal) || Buffer.byteLength(base) > FILENAME_BYTES_MAX) {
		throw invalid(
			param,
			`A file name has at most ${FILENAME_BYTES_MAX} bytes, on one line and without marks that change the writing direction.`,
		);
	}
	const name = base.replace(RESERVED_CHARACTERS, "_");
	return RESERVED_NAME.test(name) ? `_${name}` : name;
}

function parseType(text: string, param: string): string {
	const type = CONTENT_TYPE.exec(text.trim())?.[1];
	if (type === undefined) {
		throw invalid(param, "A content type looks like image/png.");
	}
	return type.toLowerCase();
}

export async function safeType(
	declared: string,
	data: Buffer,
): Promise<string> {
	const detected = await fileTypeFromBuffer(data);
	if (detected && !detected.mime.includes("xml")) return detected.mime;
	return !detected && PASSIVE_TEXT.has(declared) && isText(data)
		? declared
		: UNKNOWN_TYPE;
}

function isText(data: Buffer): boolean {
	return isUtf8(data) && !data.includes(0);
}

function tooLarge(param: string, message: string): AppError {
	return new AppError("invalid_request", "request_too_large", message, {
		param,
	});
}

function invalid(param: string, message: string): AppError {
	return new AppError("invalid_request", "invalid_attachment", message, {
		param,
	});
}
