import type { CreateMessageRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { creationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runCreation } from "@supportdesk/pg/run-creation.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { type AttachmentFile, readAttachments } from "../domain/attachment.ts";
import {
	authorNotFound,
	newerMessage,
	ticketNotFound,
} from "../domain/errors.ts";
import { requireWritable } from "../domain/merge.ts";
import { initialDelivery, type Message } from "../domain/message.ts";
import type { MessageBody } from "../domain/message-body.ts";
import { readCopies } from "../domain/participants.ts";
import { selectLastMessageId, selectMessage } from "../store/messages.ts";
import { selectReferences } from "../store/references.ts";
import { selectTicket } from "../store/tickets.ts";
import { messageJson, messagePieces } from "./message-json.ts";
import { writeMessage } from "./write-message.ts";

type CreateDeps = Pick<Deps, "db" | "clock" | "readBody" | "mailFrom">;

/**
 * The message, the change of its ticket, its mail, the claim of the client's key and the stored response are one batched
 * statement. Its author's name and its time come from there.
 */
export function createMessage(deps: CreateDeps) {
	const { db, clock, readBody, mailFrom } = deps;
	return async (request: CreateMessageRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { ticketId, idempotency } = request;
		const body = await readBody(request.body, context);
		const files = await readAttachments(request.attachments);
		const copies = readCopies(request.cc);
		const now = clock.now();
		const scope = `messages.create:${ticketId}`;
		const operation = creationOf(context, "msg", scope, idempotency, now);
		const { id } = operation;
		const authorId = request.authorId ?? context.actorId;
		const message = newMessage(id, request, body, files, authorId, now);
		const response = await runCreation(db, operation, id, {
			write: (caller) =>
				writeMessage(
					db,
					caller,
					files,
					{
						message,
						raw: body.raw,
						operation,
						response: messagePieces(message),
						cause: context,
						eventId: newId("evt", now.getTime()),
					},
					{ ifLastMessageId: request.ifLastMessageId, copies, mailFrom },
				),
			async find() {
				const [found] = await read(db, context, selectMessage(workspaceId, id));
				if (!found) throw ticketNotFound();
				return messageJson(found);
			},
			reads: [
				selectTicket(workspaceId, ticketId),
				selectReferences(workspaceId, { assigneeId: authorId }),
				selectLastMessageId(workspaceId, ticketId),
			],
			refuse([ticket, references, last]) {
				requireWritable(ticket.rows[0]);
				if (!references.rows[0]?.assignee) throw authorNotFound();
				checkLastMessage(request.ifLastMessageId, last.rows[0]);
			},
		});
		return stored(response);
	};
}

/** @throws AppError `newer_message` */
export function checkLastMessage(
	expectedId: string | undefined,
	lastId: string | undefined,
): void {
	if (expectedId !== undefined && lastId !== undefined && lastId !== expectedId)
		throw newerMessage(lastId);
}

function newMessage(
	id: string,
	request: CreateMessageRequest,
	body: MessageBody,
	files: readonly AttachmentFile[],
	authorId: string,
	now: Date,
): Message {
	const type = request.type === "note" ? "note" : "outbound";
	return {
		id,
		ticketId: request.ticketId,
		type,
		body: body.body,
		bodyText: body.text,
		bodyFormat: body.format,
		author: { type: "agent", id: authorId, name: "", email: "" },
		attachments: files.map(({ filename, contentType, data }) => ({
			id: newId("att", now.getTime()),
			filename,
			contentType,
			size: data.length,
		})),
		aiGenerated: false,
		...initialDelivery(type),
		createdAt: now.toISOString(),
	};
}
