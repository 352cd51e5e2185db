import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { CreateMessageRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { timeAfter } from "@supportdesk/operations/later.ts";
import { once } from "@supportdesk/operations/once.ts";
import { idOfOperation } from "@supportdesk/operations/operation-id.ts";
import { made } from "@supportdesk/operations/rendered.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { read, writeOnce } from "@supportdesk/pg/transaction.ts";
import { writeTogether } from "@supportdesk/pg/write-together.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { type AttachmentFile, readAttachments } from "../domain/attachment.ts";
import { authorNotFound, ticketNotFound } from "../domain/errors.ts";
import { initialDelivery, type Message } from "../domain/message.ts";
import type { MessageBody } from "../domain/message-body.ts";
import type { Agent } from "../domain/ticket.ts";
import { deliverExpression } from "../queue.ts";
import {
	type MessageRow,
	messageFromRow,
	selectMessage,
} from "../store/messages.ts";
import {
	type AgentMessage,
	MESSAGE_ID,
	type StoredRow,
	WRITE_MESSAGES,
	writeMessageAlone,
} from "../store/new-message.ts";
import {
	type ReferencesRow,
	referencesFromRow,
	selectReferences,
} from "../store/references.ts";
import type { ConversationRow } from "../store/ticket-rows.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { messageJson } from "./message-json.ts";
import { writeMessage } from "./write-message.ts";

export function createMessage({
	db,
	clock,
	readBody,
}: Pick<Deps, "db" | "clock" | "readBody">) {
	return async (request: CreateMessageRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { ticketId } = request;
		const body = await readBody(request.body, context);
		const files = await readAttachments(request.attachments);
		const now = clock.now();
		const written = await writeAtOnce(db, context, request, body, now);
		if (written) return written;
		return once<[ConversationRow, ReferencesRow]>(
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
				const createdAt = timeAfter(row.last_message_at, now);
				const message = newMessage(
					newId("msg", createdAt.getTime()),
					request,
					body,
					files,
					author,
					createdAt,
				);
				writeMessage(tx, workspaceId, { message, raw: body.raw, files });
				return {
					status: 201,
					body: messageJson(message),
					resourceId: message.id,
				};
			},
		);
	};
}

/**
 * Most messages have no key of the client's and no attachments: one statement stores all that come at once. Undefined
 * where that is not so, or where something is to be refused.
 */
async function writeAtOnce(
	db: Pool,
	context: CallContext,
	request: CreateMessageRequest,
	body: MessageBody,
	now: Date,
): Promise<Rendered | undefined> {
	if (request.idempotency || request.attachments.length > 0) return undefined;
	const { workspaceId } = context;
	const id = idOfOperation("msg", context, now.getTime());
	if (id === undefined) return undefined;
	const author = { id: request.authorId ?? context.actorId };
	const nameless = { ...author, name: "", email: "" };
	const message = newMessage(id, request, body, [], nameless, now);
	const rows = await writeMessageOnce(db, context, {
		message,
		raw: body.raw,
		job:
			message.type === "outbound"
				? deliverExpression(workspaceId, message)
				: undefined,
	});
	if (!rows) {
		const [row] = await read<MessageRow>(
			db,
			context,
			selectMessage(workspaceId, id),
		);
		if (!row) throw ticketNotFound();
		return made(id, messageJson(messageFromRow(row)));
	}
	const [found] = rows;
	if (!found) return undefined;
	const { name, email, created_at } = found;
	return made(
		id,
		messageJson({
			...message,
			author: { type: "agent", ...author, name, email },
			createdAt: created_at,
		}),
	);
}

/** With others if its ticket is free, else alone as soon as it is. Undefined when the message is there already. */
async function writeMessageOnce(
	db: Pool,
	context: CallContext,
	message: AgentMessage,
): Promise<StoredRow[] | undefined> {
	const rows = await writeTogether<AgentMessage, StoredRow>(
		db,
		context,
		WRITE_MESSAGES,
		message,
	);
	if (rows?.length !== 0) return rows;
	return writeOnce<StoredRow>(
		db,
		context,
		writeMessageAlone(context.workspaceId, message),
		MESSAGE_ID,
	);
}

function newMessage(
	id: string,
	request: CreateMessageRequest,
	body: MessageBody,
	files: readonly AttachmentFile[],
	author: Agent,
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
		author: { type: "agent", ...author },
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
