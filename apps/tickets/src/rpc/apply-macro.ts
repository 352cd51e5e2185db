import type { ApplyMacroRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/macros.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { ok, stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import {
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { joinTags } from "@supportdesk/text/tags.ts";
import type { Deps } from "../deps.ts";
import { patchOf, textFor } from "../domain/apply-macro.ts";
import { authorNotFound, macroNotFound } from "../domain/errors.ts";
import type { Macro } from "../domain/macro.ts";
import { requireWritable } from "../domain/merge.ts";
import { initialDelivery, type Message } from "../domain/message.ts";
import type { MessageBody } from "../domain/message-body.ts";
import { pickAssignee } from "../domain/references.ts";
import {
	type Agent,
	applyPatch,
	type Conversation,
	type TicketPatch,
} from "../domain/ticket.ts";
import { selectActiveAgent } from "../store/agents.ts";
import { selectMacro } from "../store/macros.ts";
import { selectLastMessageId } from "../store/messages.ts";
import { selectReferences } from "../store/references.ts";
import { selectTicket, selectTicketForUpdate } from "../store/tickets.ts";
import { changeTicket } from "./change-ticket.ts";
import { checkLastMessage } from "./create-message.ts";
import { messagePieces } from "./message-json.ts";
import { ticketJson } from "./ticket-json.ts";
import { writeAndRetract } from "./write-message.ts";

type ApplyDeps = Pick<Deps, "db" | "clock" | "readBody">;

/** What a macro does to a ticket. */
interface Plan {
	readonly macro: Macro;
	readonly author: Agent;
	readonly patch: TicketPatch;
	/** The ticket after the changes, before the message. */
	readonly ticket: Conversation;
	/** Undefined for a macro without one. */
	readonly body: MessageBody | undefined;
}

/** Message, changes and events are one transaction; a preview is read in one. */
export function applyMacro({ db, clock, readBody }: ApplyDeps) {
	return async (request: ApplyMacroRequest, context: CallContext) => {
		const { ticketId, macroId, idempotency } = request;
		const now = clock.now();
		const plan = (tx: Transaction, lock: boolean) =>
			planFor(tx, readBody, context, request, lock, now);
		if (request.preview) {
			const planned = await inTransaction(db, context, (tx) => plan(tx, false));
			return ok(appliedJson(planned.ticket, planned, null));
		}
		const scope = `macros.apply:${ticketId}:${macroId}`;
		const operation = operationOf(context, scope, idempotency, now);
		const response = await runOperation(db, operation, [], async (tx) => {
			const planned = await plan(tx, true);
			const body = await carryOut(tx, context, planned, now);
			return { status: 200, body, resourceId: "" };
		});
		return stored(response);
	};
}

async function planFor(
	tx: Transaction,
	readBody: Deps["readBody"],
	context: CallContext,
	request: ApplyMacroRequest,
	lock: boolean,
	now: Date,
): Promise<Plan> {
	const { workspaceId } = context;
	const { ticketId } = request;
	const select = lock ? selectTicketForUpdate : selectTicket;
	const [tickets, macros, references, last] = await tx.batch([
		select(workspaceId, ticketId),
		selectMacro(workspaceId, request.macroId),
		selectReferences(workspaceId, {
			assigneeId: request.authorId ?? context.actorId,
		}),
		selectLastMessageId(workspaceId, ticketId),
	]);
	const current = requireWritable(tickets.rows[0]);
	const [macro] = macros.rows;
	if (!macro) throw macroNotFound();
	const author = references.rows[0]?.assignee;
	if (!author) throw authorNotFound();
	checkLastMessage(request.ifLastMessageId, last.rows[0]);
	const assignee = await findAssignee(tx, workspaceId, macro);
	const tags = joinTags(current.tags, macro.changes.tags ?? []);
	const patch = patchOf(macro, current, tags, assignee);
	const ticket = applyPatch(current, patch, now);
	const body =
		macro.body === null
			? undefined
			: await readBody(textFor(macro.body, ticket, author), context);
	return { macro, author, patch, ticket, body };
}

async function findAssignee(
	tx: Transaction,
	workspaceId: string,
	{ changes }: Macro,
): Promise<Agent | undefined> {
	const id = changes.assignee_id ?? undefined;
	if (id === undefined) return undefined;
	const { rows } = await tx.query(selectActiveAgent(workspaceId, id));
	return pickAssignee(id, rows[0]);
}

/** Writes the message first, so that a ticket that it answers gets no other draft when the changes reopen it. */
async function carryOut(
	tx: Transaction,
	context: CallContext,
	planned: Plan,
	now: Date,
): Promise<string> {
	const { workspaceId } = context;
	const { ticket, patch } = planned;
	const messageId = planned.body
		? await writeMessage(tx, context, planned, planned.body, now)
		: null;
	const { rows } = await tx.query(
		selectTicketForUpdate(workspaceId, ticket.id),
	);
	const next = await changeTicket(tx, context, rows[0]!, patch, now);
	return appliedJson(next, planned, messageId);
}

async function writeMessage(
	tx: Transaction,
	context: CallContext,
	{ ticket, macro, author }: Plan,
	body: MessageBody,
	now: Date,
): Promise<string> {
	const message: Message = {
		id: newId("msg", now.getTime()),
		ticketId: ticket.id,
		type: macro.type,
		body: body.body,
		bodyText: body.text,
		bodyFormat: body.format,
		author: { type: "agent", ...author },
		attachments: [],
		aiGenerated: false,
		...initialDelivery(macro.type),
		createdAt: now.toISOString(),
	};
	const rows = await writeAndRetract(
		tx,
		context.workspaceId,
		{
			message,
			raw: body.raw,
			response: messagePieces(message),
			cause: context,
			eventId: newId("evt", now.getTime()),
		},
		[],
	);
	// The author may have been deactivated since it was read.
	if (rows[0]?.written === undefined) throw authorNotFound();
	return message.id;
}

function appliedJson(
	ticket: Conversation,
	{ macro, author, body }: Plan,
	messageId: string | null,
): string {
	const message = body && {
		id: messageId,
		type: macro.type,
		body: body.body,
		body_text: body.text,
		body_format: body.format,
		author: { type: "agent", ...author },
	};
	return `{"ticket":${ticketJson(ticket)},"message":${JSON.stringify(message ?? null)}}`;
}
