import type { CreateMessageRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { once } from "@supportdesk/operations/once.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { type AttachmentFile, readAttachments } from "../domain/attachment.ts";
import { authorNotFound, ticketNotFound } from "../domain/errors.ts";
import { firstStatus, type Message } from "../domain/message.ts";
import { type MessageBody, readMessageBody } from "../domain/message-body.ts";
import { type Agent, later } from "../domain/ticket.ts";
import type { Deps } from "../service.ts";
import {
	type ReferencesRow,
	referencesFromRow,
	selectReferences,
} from "../store/references.ts";
import { selectTicketForUpdate, type TicketRow } from "../store/tickets.ts";
import { messageJson } from "./message-json.ts";
import { writeMessage } from "./write-message.ts";

export function createMessage({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: CreateMessageRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { ticketId } = request;
		const body = readMessageBody(request.body);
		const files = await readAttachments(request.attachments);
		const now = clock.now();
		return once<[TicketRow, ReferencesRow]>(
			db,
			context,
			`messages.create:${ticketId}`,
			request.idempotency,
			now,
			[
				selectTicketForUpdate(workspaceId, ticketId),
				selectReferences(workspaceId, {
					assigneeId: request.authorId ?? context.actorId,
				}),
			],
			async (tx, [ticket, references]) => {
				const row = ticket.rows[0];
				if (!row) throw ticketNotFound();
				const { assignee: author } = referencesFromRow(references.rows[0]!);
				if (!author) throw authorNotFound();
				const message = newMessage(request, body, files, author, now);
				writeMessage(tx, workspaceId, {
					message,
					raw: body.raw,
					files,
					updatedAt: later(row.updated_at, now),
				});
				return {
					status: 201,
					body: messageJson(message),
					resourceId: message.id,
				};
			},
		);
	};
}

function newMessage(
	request: CreateMessageRequest,
	body: MessageBody,
	files: readonly AttachmentFile[],
	author: Agent,
	now: Date,
): Message {
	const type = request.type === "note" ? "note" : "outbound";
	return {
		id: newId("msg", now.getTime()),
		ticketId: request.ticketId,
		type,
		body: body.body,
		bodyText: body.text,
		bodyFormat: body.format,
		author: { type: "agent", ...author },
		attachments: files.map(({ filename, contentType, data }) => ({
			id: newId("att", now.getTime()),
			filename,
			contentType,
			size: data.length,
		})),
		aiGenerated: false,
		status: firstStatus(type),
		createdAt: now.toISOString(),
	};
}
