import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { CreateTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { readAll } from "@supportdesk/errors/read-all.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { once } from "@supportdesk/operations/once.ts";
import { idOfOperation } from "@supportdesk/operations/operation-id.ts";
import { made } from "@supportdesk/operations/rendered.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { read, type Transaction } from "@supportdesk/pg/transaction.ts";
import { writeTogether } from "@supportdesk/pg/write-together.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { normaliseTags } from "@supportdesk/tags/tags.ts";
import {
	type AttributeDefinition,
	addAttributes,
} from "../domain/attributes.ts";
import {
	defaultContactName,
	parseContactName,
} from "../domain/contact-name.ts";
import {
	type EmailAddress,
	parseEmailAddress,
} from "../domain/email-address.ts";
import {
	contactMismatch,
	contactNotFound,
	invalidEmail,
	ticketNotFound,
} from "../domain/errors.ts";
import type { Message } from "../domain/message.ts";
import { type MessageBody, readMessageBody } from "../domain/message-body.ts";
import { pickAssignee, pickGroup } from "../domain/references.ts";
import type {
	Channel,
	Contact,
	Priority,
	Signals,
	Ticket,
} from "../domain/ticket.ts";
import { enrichExpression, enrichJob } from "../jobs/enrich-job.ts";
import type { Deps } from "../service.ts";
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
import {
	insertTicket,
	selectTicket,
	type TicketRow,
	ticketFromRow,
} from "../store/tickets.ts";
import { ticketJson } from "./ticket-json.ts";

type CreateDeps = Pick<Deps, "db" | "clock" | "estimateSignals">;

/** A request whose own words are read and in order; what it points at is not looked up yet. */
interface NewTicket {
	readonly request: CreateTicketRequest;
	readonly email: EmailAddress | undefined;
	readonly contactName: string | undefined;
	readonly tags: readonly string[];
	readonly body: MessageBody;
	readonly signals: Signals;
	readonly now: Date;
}

export function createTicket({ db, clock, estimateSignals }: CreateDeps) {
	return async (request: CreateTicketRequest, context: CallContext) => {
		const { workspaceId } = context;
		const [email, contactName, tags] = readAll(
			() => readEmail(request.contactEmail),
			() => parseContactName(request.contactName),
			() => normaliseTags(request.tags),
		);
		const body = readMessageBody(request.body);
		const signals = await estimateSignals(request.subject, body.text, context);
		const now = clock.now();
		const draft = { request, email, contactName, tags, body, signals, now };
		const written = await writeAtOnce(db, context, draft);
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
					draft,
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
	{ request, email, contactName, tags, body, signals, now }: NewTicket,
): Promise<Rendered | undefined> {
	const isPlain =
		!request.idempotency &&
		request.contactId === undefined &&
		!request.assigneeId &&
		!request.groupId &&
		request.customAttributesJson === "";
	const id = idOfOperation("tkt", context, now.getTime());
	if (!isPlain || id === undefined || !email) return undefined;
	const { workspaceId } = context;
	const ticket = firstState(id, request, tags, signals, "{}", now);
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

function readEmail(text: string | undefined): EmailAddress | undefined {
	if (text === undefined) return undefined;
	const email = parseEmailAddress(text);
	if (!email) throw invalidEmail();
	return email;
}

async function buildTicket(
	tx: Transaction,
	workspaceId: string,
	{ request, email, contactName, tags, signals, now }: NewTicket,
	found: Referenced,
	definitions: readonly AttributeDefinition[],
): Promise<Ticket> {
	const [assignee, group, known, attributes] = readAll(
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
		...firstState(id, request, tags, signals, attributes, now),
		contact,
		assignee: assignee ?? null,
		group: group ?? null,
	};
}

/** What a new ticket is, but for whom it is about. */
function firstState(
	id: string,
	request: CreateTicketRequest,
	tags: readonly string[],
	signals: Signals,
	customAttributesJson: string,
	now: Date,
): Omit<Ticket, "contact" | "assignee" | "group"> {
	const createdAt = now.toISOString();
	return {
		id,
		subject: request.subject,
		status: "open",
		priority: request.priority as Priority,
		channel: request.channel as Channel,
		tags,
		signals,
		readyDraftId: null,
		customAttributesJson,
		createdAt,
		updatedAt: createdAt,
		resolvedAt: null,
	};
}

/** The contact the request means, if it exists; undefined when its address is a new one. */
function pickContact(
	contactId: string | undefined,
	email: EmailAddress | undefined,
	{ contactById, contactByEmail }: Referenced,
): Contact | undefined {
	if (contactId === undefined) return contactByEmail;
	if (!contactById) throw contactNotFound();
	if (email && contactByEmail?.id !== contactById.id) throw contactMismatch();
	return contactById;
}

function newContact(
	email: EmailAddress,
	name: string | undefined,
	now: Date,
): Contact & { emailKey: string } {
	return {
		id: newId("cnt", now.getTime()),
		name: name ?? defaultContactName(email),
		email: email.address,
		emailKey: email.key,
		avatarUrl: null,
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
		status: "received",
		createdAt: ticket.createdAt,
	};
	tx.defer(insertMessage(workspaceId, message, body.raw));
	tx.defer(enrichJob(workspaceId, ticket.id));
}
