import { setTimeout as sleep } from "node:timers/promises";
import type {
	Attachment,
	CreateMessageRequest,
	UploadMessagePart,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { decodedSize, isBase64 } from "../guards/decode-files.ts";
import { createPace } from "../guards/pace.ts";
import { LARGE_BYTES_PER_MS } from "../guards/read-body.ts";
import { z } from "../openapi/zod.ts";
import type { Endpoint, PathId } from "./endpoint.ts";
import { withCode } from "./fields.ts";

const MIB = 1024 * 1024;
export const ATTACHMENTS_MAX = 10;
/** Limits of the decoded bytes of one file and of all files of a message. */
export const ATTACHMENT_BYTES_MAX = 10 * MIB;
export const ATTACHMENTS_BYTES_MAX = 20 * MIB;
// The longest name that file systems and mail headers accept.
const FILENAME_CHARACTERS_MAX = 255;

// The limit of the tickets service, for the document; the service checks it.
const NAME_CHARACTER =
	"[^/\\\\\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]";
const FILENAME = `^(?:(?:${NAME_CHARACTER}|[/\\\\])*[/\\\\])?(?!\\s*\\.{0,2}\\s*$)${NAME_CHARACTER}+$`;
const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
const MEDIA_TYPE = `^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=${TOKEN})*$`;
const BASE64 =
	"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$";

/** Base64, or the bytes where the body is so large that a thread has parsed it. */
type FileData = string | Uint8Array;

const isFileData = (data: unknown) =>
	typeof data === "string" || data instanceof Uint8Array;

const attachment = z.strictObject({
	filename: z
		.string()
		.max(FILENAME_CHARACTERS_MAX, { error: "is too long" })
		.openapi({ pattern: FILENAME }),
	content_type: z
		.string()
		.max(FILENAME_CHARACTERS_MAX, { error: "is too long" })
		.openapi({ pattern: MEDIA_TYPE, example: "image/png" }),
	data: z
		.custom<FileData>(isFileData, { error: "must be a text", abort: true })
		.refine((data) => sizeOf(data) <= ATTACHMENT_BYTES_MAX, {
			...withCode("request_too_large", "must have at most 10 MiB"),
			abort: true,
		})
		.refine((data) => typeof data !== "string" || isBase64(data), {
			error: "must be base64 with padding",
		})
		.openapi({
			type: "string",
			format: "byte",
			pattern: BASE64,
			description: "Base64 of the file, padded.",
		}),
});

/** The files of one message. */
export const attachments = z
	.array(attachment)
	.max(ATTACHMENTS_MAX, {
		error: `must have at most ${ATTACHMENTS_MAX} entries`,
	})
	.refine(
		(list) =>
			list.reduce((sum, { data }) => sum + sizeOf(data), 0) <=
			ATTACHMENTS_BYTES_MAX,
		withCode("request_too_large", "must have at most 20 MiB together"),
	)
	.default([]);

export function attachmentToProto(
	file: z.output<typeof attachment>,
): Attachment {
	return {
		filename: file.filename,
		contentType: file.content_type,
		data: bytesOf(file.data),
	};
}

/** Bytes of all files together. */
export function sizeOfAttachments(
	files: readonly z.output<typeof attachment>[],
): number {
	return files.reduce((sum, { data }) => sum + sizeOf(data), 0);
}

// Base64 in multiples of four characters can be decoded in chunks.
const PART_LENGTH = 256 * 1024;

/** Yields a message and then its files in parts, decoded as they are sent, so that memory holds no file twice. */
export async function* uploadParts(
	message: CreateMessageRequest,
	files: readonly z.output<typeof attachment>[],
): AsyncGenerator<UploadMessagePart> {
	const attachments = files.map(({ filename, content_type }) => ({
		filename,
		contentType: content_type,
		data: NO_BYTES,
	}));
	yield {
		message: { ...message, attachments },
		sizes: files.map(({ data }) => sizeOf(data)),
		data: NO_BYTES,
	};
	const pace = createPace(LARGE_BYTES_PER_MS);
	for (const { data } of files) {
		for (let at = 0; at < data.length; at += PART_LENGTH) {
			const end = at + PART_LENGTH;
			const part =
				typeof data === "string" ? data.slice(at, end) : data.subarray(at, end);
			yield { message: undefined, sizes: [], data: bytesOf(part) };
			const waitMs = pace(part.length);
			if (waitMs >= 1) await sleep(waitMs);
		}
	}
}

const NO_BYTES = Buffer.alloc(0);

const messageId: PathId = {
	prefix: "msg",
	notFound: "attachment_not_found",
	noun: "attachment",
};

export const getAttachment: Endpoint = {
	method: "get",
	path: "/v1/tickets/:id/messages/:message_id/attachments/:attachment_id",
	scope: "tickets:read",
	ids: {
		id: { ...messageId, prefix: "tkt" },
		message_id: messageId,
		attachment_id: { ...messageId, prefix: "att" },
	},
	callForFile: ({ tickets }, { params }, context) =>
		tickets.getAttachment(
			{
				ticketId: params.id!,
				messageId: params.message_id!,
				attachmentId: params.attachment_id!,
			},
			context,
		),
	documentation: {
		operationId: "getAttachment",
		tag: "Tickets",
		summary: "Download an attachment",
		description:
			"The bytes of the file, as a download that browsers never display.",
		responseExample: "(bytes)",
	},
};

function bytesOf(data: FileData): Buffer {
	return typeof data === "string"
		? Buffer.from(data, "base64")
		: Buffer.from(data.buffer, data.byteOffset, data.length);
}

/** How many bytes a file has. */
function sizeOf(data: FileData): number {
	return typeof data === "string" ? decodedSize(data) : data.length;
}
