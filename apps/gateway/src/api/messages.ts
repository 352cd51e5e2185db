import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { CreateMessageRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { isUnimplemented } from "@supportdesk/rpc/unimplemented.ts";
import { authorNotPermitted } from "../accounts/errors.ts";
import { BODY_BYTES_MAX } from "../guards/read-body.ts";
import { z } from "../openapi/zod.ts";
import {
	attachments,
	attachmentToProto,
	sizeOfAttachments,
	uploadParts,
} from "./attachments.ts";
import { type Clients, type Endpoint, endpoint } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { idOf } from "./fields.ts";
import { cc } from "./participants.ts";
import { cursor, limit } from "./query-fields.ts";
import { listOf, Message } from "./resources.ts";
import { ifLastMessageId, messageBody } from "./ticket-requests.ts";
import { ticketId } from "./tickets.ts";

const NewMessage = z
	.strictObject({
		body: messageBody,
		type: z.enum(["outbound", "note"]).openapi({
			description:
				"`outbound` is sent to the customer; a `note` is visible to agents only.",
		}),
		author_id: idOf("usr").optional().openapi({
			description:
				"The author, an agent who is not deactivated; the API key's owner, or the signed-in agent, by default. A signed-in agent names no other.",
		}),
		attachments,
		if_last_message_id: ifLastMessageId,
		cc,
	})
	.refine(({ type, cc }) => type === "outbound" || !cc?.length, {
		path: ["cc"],
		error: "must be empty for a note, which is sent to nobody",
	})
	.openapi("NewMessage");

// Above the size of calls on the shared stream; smaller files are not worth sending in parts.
const UPLOAD_BYTES_MIN = 48 * 1024;

type Parent = "tickets" | "conversations";

/** Tickets and conversations have the same messages; the document describes both paths. */
const NAMES = {
	tickets: { tag: "Tickets", noun: "Ticket" },
	conversations: { tag: "Conversations", noun: "Conversation" },
} as const;

function listMessages(parent: Parent): Endpoint {
	return endpoint({
		method: "get",
		path: `/v1/${parent}/:id/messages`,
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
			operationId: `list${NAMES[parent].noun}Messages`,
			tag: NAMES[parent].tag,
			summary: "List messages",
			description: "Oldest first.",
			response: listOf(Message, "MessageList"),
			errors: ["invalid_cursor"],
			responseExample: examples.list(examples.message),
		},
	});
}

/** Sends large files in parts, unless the service's version does not support parts. */
async function sendMessage(
	tickets: Clients["tickets"],
	message: CreateMessageRequest,
	files: z.output<typeof attachments>,
	context: CallContext,
): Promise<Rendered> {
	if (sizeOfAttachments(files) > UPLOAD_BYTES_MIN) {
		try {
			return await tickets.uploadMessage(uploadParts(message, files), context);
		} catch (error) {
			if (!isUnimplemented(error)) throw error;
		}
	}
	return tickets.createMessage(
		{ ...message, attachments: files.map(attachmentToProto) },
		context,
	);
}

function createMessage(parent: Parent): Endpoint {
	return endpoint({
		method: "post",
		path: `/v1/${parent}/:id/messages`,
		scope: "tickets:write",
		ids: { id: ticketId },
		body: NewMessage,
		bodyBytesMax: BODY_BYTES_MAX.attachments,
		idempotent: true,
		// A message has no path of its own; this one points into its list.
		location: (id, params) => `/v1/${parent}/${params.id}/messages#${id}`,
		call: ({ tickets }, { params, body, idempotency }, context, { key }) => {
			const { author_id: authorId = key.ownerId } = body;
			if (key.session && authorId !== key.ownerId) throw authorNotPermitted();
			const message = {
				ticketId: params.id!,
				body: body.body,
				type: body.type,
				authorId: body.author_id,
				attachments: [],
				ifLastMessageId: body.if_last_message_id,
				cc: body.cc ?? [],
				idempotency,
			};
			return sendMessage(tickets, message, body.attachments, context);
		},
		documentation: {
			operationId: `create${NAMES[parent].noun}Message`,
			tag: NAMES[parent].tag,
			summary: "Send a reply or note",
			status: 201,
			response: Message,
			errors: [
				"newer_message",
				"author_not_found",
				"author_not_permitted",
				"invalid_attachment",
				"ticket_merged",
			],
			requestExample: examples.newMessage,
			responseExample: examples.reply,
		},
	});
}

export const listTicketMessages = listMessages("tickets");
export const createTicketMessage = createMessage("tickets");
export const listConversationMessages = listMessages("conversations");
export const createConversationMessage = createMessage("conversations");
