import { BODY_BYTES_MAX } from "../guards/read-body.ts";
import { z } from "../openapi/zod.ts";
import { type Endpoint, endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { idOf, text } from "./fields.ts";
import { cursor, limit } from "./query-fields.ts";
import { listOf, Message } from "./resources.ts";
import { ticketId } from "./tickets.ts";

const MIB = 1024 * 1024;
const BODY_CHARACTERS_MAX = 100_000;
const ATTACHMENTS_MAX = 10;
const ATTACHMENT_BYTES_MAX = 10 * MIB;
const ATTACHMENTS_BYTES_MAX = 20 * MIB;
// The longest that a file system or a mail header takes.
const FILENAME_CHARACTERS_MAX = 255;

// What the tickets service takes; the document says so, the service answers.
const NAME_CHARACTER =
	"[^/\\\\\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]";
const FILENAME = `^(?:(?:${NAME_CHARACTER}|[/\\\\])*[/\\\\])?(?!\\s*\\.{0,2}\\s*$)${NAME_CHARACTER}+$`;
const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
const MEDIA_TYPE = `^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=${TOKEN})*$`;
const BASE64 =
	"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$";

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
		.string()
		.refine((data) => decodedSize(data) <= ATTACHMENT_BYTES_MAX, {
			error: "must have at most 10 MiB",
			abort: true,
		})
		.refine(isBase64, { error: "must be base64 with padding" })
		.openapi({
			format: "byte",
			pattern: BASE64,
			description: "Base64 of the file, padded.",
		}),
});

const NewMessage = z
	.strictObject({
		body: text({ max: BODY_CHARACTERS_MAX, multiline: true }).openapi({
			description: "Plain text or HTML.",
		}),
		type: z.enum(["outbound", "note"]).openapi({
			description:
				"`outbound` is sent to the customer; a `note` is only ever seen by agents.",
		}),
		author_id: idOf("usr").optional().openapi({
			description: "The agent who writes; the API key's owner if not given.",
		}),
		attachments: z
			.array(attachment)
			.max(ATTACHMENTS_MAX, {
				error: `must have at most ${ATTACHMENTS_MAX} entries`,
			})
			.refine(
				(list) =>
					list.reduce((sum, { data }) => sum + decodedSize(data), 0) <=
					ATTACHMENTS_BYTES_MAX,
				{ error: "must have at most 20 MiB together" },
			)
			.default([]),
	})
	.openapi("NewMessage");

/** The two endpoints of a parent's messages; tickets and conversations have them alike. */
function messageEndpoints(
	parent: "tickets" | "conversations",
): readonly [Endpoint, Endpoint] {
	const path = `/v1/${parent}/:id/messages`;
	const [tag, noun] =
		parent === "tickets"
			? (["Tickets", "Ticket"] as const)
			: (["Conversations", "Conversation"] as const);
	const list = endpoint({
		method: "get",
		path,
		scope: "tickets:read",
		ids: { id: ticketId },
		query: z.strictObject({
			type: z.enum(["inbound", "outbound", "note"]).optional(),
			limit,
			cursor,
		}),
		call: ({ tickets }, { params, query }, context) =>
			tickets.listMessages(
				{
					ticketId: params.id!,
					type: query.type,
					page: {
						limit: query.limit,
						cursor: query.cursor ?? "",
						sort: "created_at:asc",
					},
				},
				context,
			),
		documentation: {
			operationId: `list${noun}Messages`,
			tag,
			summary: "List messages",
			description: "Oldest first.",
			response: listOf(Message, "MessageList"),
			errors: ["invalid_cursor"],
			responseExample: examples.list(examples.message),
		},
	});
	const create = endpoint({
		method: "post",
		path,
		scope: "tickets:write",
		ids: { id: ticketId },
		body: NewMessage,
		bodyBytesMax: BODY_BYTES_MAX.attachments,
		idempotent: true,
		// A message has no address of its own; this one names it in its list.
		location: (id, params) => `/v1/${parent}/${params.id}/messages#${id}`,
		call: ({ tickets }, { params, body, idempotency }, context) =>
			tickets.createMessage(
				{
					ticketId: params.id!,
					body: body.body,
					type: body.type,
					authorId: body.author_id,
					attachments: body.attachments.map((file) => ({
						filename: file.filename,
						contentType: file.content_type,
						data: Buffer.from(file.data, "base64"),
					})),
					idempotency,
				},
				context,
			),
		documentation: {
			operationId: `create${noun}Message`,
			tag,
			summary: "Send a reply or note",
			status: 201,
			response: Message,
			errors: ["author_not_found", "invalid_attachment"],
			requestExample: examples.newMessage,
			responseExample: examples.reply,
		},
	});
	return [list, create];
}

export const [listTicketMessages, createTicketMessage] =
	messageEndpoints("tickets");
export const [listConversationMessages, createConversationMessage] =
	messageEndpoints("conversations");

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
			"The bytes of the file, always to be saved: never shown by a browser.",
		responseExample: "(bytes)",
	},
};

/** Bytes that a base64 text stands for; known without decoding it. */
function decodedSize(data: string): number {
	const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
	return (data.length / 4) * 3 - padding;
}

/** Whether the text is base64 as it should be written: padded, the usual alphabet, no stray bits. */
function isBase64(data: string): boolean {
	if (data.length % 4 !== 0) return false;
	// Node passes over what is not base64 and takes the URL alphabet as well; written again it would differ.
	return Buffer.from(data, "base64").toString("base64") === data;
}
