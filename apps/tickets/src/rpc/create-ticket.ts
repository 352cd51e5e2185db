import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { CreateTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { validateAll } from "@supportdesk/errors/validate-all.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { once } from "@supportdesk/operations/once.ts";
import { idOfOperation } from "@supportdesk/operations/operation-id.ts";
import { made } from "@supportdesk/operations/rendered.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { read, type Transaction } from "@supportdesk/pg/transaction.ts";
import { writeTogether } from "@supportdesk/pg/write-together.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import {
	type AttributeDefinition,
	addAttributes,
} from "../domain/attributes.ts";
import { ticketNotFound } from "../domain/errors.ts";
import { initialDelivery, type Message } from "../domain/message.ts";
import type { MessageBody } from "../domain/message-body.ts";
import { pickAssignee, pickGroup } from "../domain/references.ts";
import type { Ticket } from "../domain/ticket.ts";
import { enrichExpression, enrichJob } from "../queue.ts";
import {
	type AttributeDefinitionRow,
	definitionFromRow,
	selectAttributeDefinitions,
} from "../store/attributes.ts";
import { insertOrFindContact } from "../store/contacts.ts";
import { insertMessage } from "../store/messages.ts";
import {
	type NewTicketRow,
	type TicketOfAddress,
	WRITE_TICKETS,
} from "../store/new-ticket.ts";
import {
	type Referenced,
	type ReferencesRow,
	referencesFromRow,
	selectReferences,
} from "../store/references.ts";
import { insertTags } from "../store/tags.ts";
import { type TicketRow, ticketFromRow } from "../store/ticket-rows.ts";
import { insertTicket, selectTicket } from "../store/tickets.ts";
import {
	firstState,
	type NewTicket,
	newContact,
	pickContact,
	readWords,
} from "./new-ticket.ts";
import { ticketJson } from "./ticket-json.ts";

type CreateDeps = Pick<Deps, "db" | "clock" | "readBody" | "estimateSignals">;

export function createTicket({
	db,
	clock,
	readBody,
	estimateSignals,
}: CreateDeps) {
	return async (request: CreateTicketRequest, context: CallContext) => {
		const { workspaceId } = context;
		const words = readWords(request);
		const { email } = words;
		const body = await readBody(request.body, context);
		const signals = await estimateSignals(request.subject, body.text, context);
		const now = clock.now();
		const asked = { ...words, body, signals, now };
		const written = await writeAtOnce(db, context, asked);
		if (written) return written;
		return once<[ReferencesRow, ...AttributeDefinitionRow[]]>(
			db,
			context,
			"tickets.create",
			request.idempotency,
			now,
			[
				selectReferences(workspaceId, {
					emailKey: email?.key,
					contactId: request.contactId,
					assigneeId: request.assigneeId,
					groupId: request.groupId,
				}),
				...(request.customAttributesJson === ""
					? []
					: [selectAttributeDefinitions(workspaceId)]),
			],
			async (tx, [references, definitions]) => {
				const ticket = await buildTicket(
					tx,
					workspaceId,
					asked,
					referencesFromRow(references.rows[0]!),
					(definitions?.rows ?? []).map(definitionFromRow),
				);
				writeTicket(tx, workspaceId, ticket, body, now);
				return { status: 201, body: ticketJson(ticket), resourceId: ticket.id };
			},
		);
	};
}

/**
 * Most requests have no key of the client's and point at nothing but a contact's address: one statement writes the
 * tickets of all that come at once. Undefined for the others.
 */
async function writeAtOnce(
	db: Pool,
	context: CallContext,
	asked: NewTicket,
): Promise<Rendered | undefined> {
	const { request, email, contactName, body, now } = asked;
	const isPlain =
		!request.idempotency &&
		request.contactId === undefined &&
		!request.assigneeId &&
		!request.groupId &&
		request.customAttributesJson === "";
	const id = idOfOperation("tkt", context, now.getTime());
	if (!isPlain || id === undefined || !email) return undefined;
	const { workspaceId } = context;
	const ticket = firstState(id, asked, "{}");
	const rows = await writeTogether<TicketOfAddress, NewTicketRow>(
		db,
		context,
		WRITE_TICKETS,
		{
			ticket,
			contact: newContact(email, contactName, now),
			messageId: newId("msg", now.getTime()),
			body,
			job: enrichExpression(workspaceId, id),
		},
	);
	if (!rows) {
		const [row] = await read<TicketRow>(
			db,
			context,
			selectTicket(workspaceId, id),
		);
		if (!row) throw ticketNotFound();
		return made(id, ticketJson(ticketFromRow(row)));
	}
	const { contact_id, name, email: address, avatar_url } = rows[0]!;
	const contact = {
		id: contact_id,
		name,
		email: address,
		avatarUrl: avatar_url,
	};
	return made(
		id,
		ticketJson({ ...ticket, contact, assignee: null, group: null }),
	);
}

async function buildTicket(
	tx: Transaction,
	workspaceId: string,
	asked: NewTicket,
	found: Referenced,
	definitions: readonly AttributeDefinition[],
): Promise<Ticket> {
	const { request, email, contactName, now } = asked;
	const [assignee, group, known, attributes] = validateAll(
		() => pickAssignee(request.assigneeId, found.assignee),
		() => pickGroup(request.groupId, found.group),
		() => pickContact(request.contactId, email, found),
		() => addAttributes(definitions, request.customAttributesJson),
	);
	const contact =
		known ??
		(await insertOrFindContact(
			tx,
			workspaceId,
			newContact(email!, contactName, now),
			now,
		));
	const id = newId("tkt", now.getTime());
	return {
		...firstState(id, asked, attributes),
		contact,
		assignee: assignee ?? null,
		group: group ?? null,
	};
}

/** Everything a new ticket leaves behind; it travels with the commit. */
function writeTicket(
	tx: Transaction,
	workspaceId: string,
	ticket: Ticket,
	body: MessageBody,
	now: Date,
): void {
	tx.defer(insertTicket(workspaceId, ticket));
	if (ticket.tags.length > 0) {
		tx.defer(insertTags(workspaceId, ticket.id, ticket.tags, ticket.createdAt));
	}
	const message: Message = {
		id: newId("msg", now.getTime()),
		ticketId: ticket.id,
		type: "inbound",
		body: body.body,
		bodyText: body.text,
		bodyFormat: body.format,
		author: { type: "contact", ...ticket.contact },
		attachments: [],
		aiGenerated: false,
		...initialDelivery("inbound"),
		createdAt: ticket.createdAt,
	};
	tx.defer(insertMessage(workspaceId, message, body.raw));
	tx.defer(enrichJob(workspaceId, ticket.id));
}
