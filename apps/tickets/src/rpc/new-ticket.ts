import type { CreateTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { validateAll } from "@supportdesk/errors/validate-all.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import type { Cause } from "@supportdesk/outbox/new-event.ts";
import { writeInBatch } from "@supportdesk/pg/batched-write.ts";
import type { Operation } from "@supportdesk/pg/operation.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { Caller } from "@supportdesk/pg/transaction.ts";
import {
	type EmailAddress,
	parseEmailAddress,
} from "@supportdesk/text/email-address.ts";
import { normaliseTags } from "@supportdesk/text/tags.ts";
import type { DefinitionCopies } from "../attribute-definitions.ts";
import { addAttributes } from "../domain/attributes.ts";
import {
	defaultContactName,
	parseContactName,
} from "../domain/contact-name.ts";
import {
	contactMismatch,
	contactNotFound,
	invalidEmail,
} from "../domain/errors.ts";
import { initialDelivery } from "../domain/message.ts";
import type { MessageBody } from "../domain/message-body.ts";
import { pickAssignee, pickGroup } from "../domain/references.ts";
import type { Channel, Contact, Priority, Signals } from "../domain/ticket.ts";
import { enrichJob } from "../queue.ts";
import type { Definitions } from "../store/attributes.ts";
import { type NewTicket, WRITE_TICKETS } from "../store/new-ticket.ts";
import { type Referenced, selectReferences } from "../store/references.ts";
import { breaksExternalId } from "../store/tickets.ts";
import { contactJson } from "./contact-json.ts";
import { messagePieces } from "./message-json.ts";
import { ticketPieces } from "./ticket-json.ts";

/** What a request says by itself; what it refers to is not looked up yet. */
interface Words {
	readonly request: CreateTicketRequest;
	readonly email: EmailAddress | undefined;
	readonly contactName: string | undefined;
	readonly tags: readonly string[];
}

export function readWords(request: CreateTicketRequest): Words {
	const [email, contactName, tags] = validateAll(
		() => readEmail(request.contactEmail),
		() => parseContactName(request.contactName),
		() => normaliseTags(request.tags),
	);
	return { request, email, contactName, tags };
}

function readEmail(text: string | undefined): EmailAddress | undefined {
	if (text === undefined) return undefined;
	const email = parseEmailAddress(text);
	if (!email) throw invalidEmail();
	return email;
}

/**
 * A ticket to write, with its first message.
 *
 * @param attributes that fit the workspace's definitions
 */
export function newTicket(
	cause: Cause,
	{ id, ...operation }: Operation & { readonly id: string },
	{ request, email, contactName, tags }: Words,
	body: MessageBody,
	signals: Signals,
	attributes: CheckedAttributes,
): NewTicket {
	const { now, workspaceId } = operation;
	const createdAt = now.toISOString();
	const ticket: NewTicket["ticket"] = {
		id,
		subject: request.subject,
		status: "open",
		priority: request.priority as Priority,
		channel: request.channel as Channel,
		tags,
		signals,
		readyDraftId: null,
		customAttributesJson: attributes.json,
		createdAt,
		updatedAt: createdAt,
		resolvedAt: null,
		externalId: request.externalId ?? null,
		mergedInto: null,
		participants: [],
	};
	const message = firstMessage(id, body, now);
	const [head, middle, tail] = messagePieces(message);
	const eventId = () => newId("evt", now.getTime());
	return {
		operation,
		ticket,
		contact: email && newContact(email, contactName, now),
		contactId: request.contactId,
		assigneeId: request.assigneeId || undefined,
		groupId: request.groupId || undefined,
		definitions: attributes.fingerprint,
		message,
		raw: body.raw,
		job: enrichJob(workspaceId, id),
		response: ticketPieces(ticket),
		messageResponse: [head, middle + createdAt + tail],
		cause,
		eventIds: [eventId(), eventId(), eventId()],
	};
}

function firstMessage(
	ticketId: string,
	body: MessageBody,
	now: Date,
): NewTicket["message"] {
	return {
		id: newId("msg", now.getTime()),
		ticketId,
		type: "inbound",
		body: body.body,
		bodyText: body.text,
		bodyFormat: body.format,
		attachments: [],
		aiGenerated: false,
		...initialDelivery("inbound"),
		createdAt: now.toISOString(),
	};
}

export function newContact(
	email: EmailAddress,
	name: string | undefined,
	now: Date,
): NewTicket["contact"] {
	const at = now.toISOString();
	const contact = {
		id: newId("cnt", now.getTime()),
		name: name ?? defaultContactName(email),
		avatarUrl: null,
	};
	const objectJson = contactJson({
		...contact,
		addresses: [email.address],
		externalId: null,
		customAttributesJson: "{}",
		createdAt: at,
		updatedAt: at,
		lastSeenAt: at,
	});
	return {
		...contact,
		email: email.address,
		emailKey: email.key,
		objectJson,
	};
}

/** Attributes as they are stored, and the definitions that they fit; none if there are no attributes. */
export interface CheckedAttributes {
	readonly json: string;
	readonly fingerprint: string | undefined;
}

/** The attributes if they fit the copy of the definitions; undefined if not: the copy may be out of date. */
export async function tryAttributes(
	{ customAttributesJson }: CreateTicketRequest,
	copies: DefinitionCopies,
	caller: Caller,
): Promise<CheckedAttributes | undefined> {
	if (customAttributesJson === "")
		return { json: "{}", fingerprint: undefined };
	const { definitions, fingerprint } = await copies.find(caller);
	try {
		return {
			json: addAttributes(definitions, customAttributesJson),
			fingerprint,
		};
	} catch (err) {
		if (err instanceof AppError) return undefined;
		throw err;
	}
}

/** What the request refers to. */
export function selectReferred(
	workspaceId: string,
	{ request, email }: Words,
): Query<Referenced> {
	return selectReferences(workspaceId, {
		emailKey: email?.key,
		contactId: request.contactId,
		assigneeId: request.assigneeId,
		groupId: request.groupId,
	});
}

/** Throws the refusal of a request that refers to something that is not there, or whose attributes fit no definition. */
export function refuseUnknown(
	{ request, email }: Words,
	found: Referenced,
	defined: Definitions,
): void {
	validateAll(
		() => pickAssignee(request.assigneeId, found.assignee),
		() => pickGroup(request.groupId, found.group),
		() => pickContact(request.contactId, email, found),
		() => addAttributes(defined.definitions, request.customAttributesJson),
	);
}

/** The contact that the request names, if it exists; undefined when its address is a new one. */
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

/** Another ticket may be given the name while this one is written. */
export async function writeNamed(db: Pool, caller: Caller, ticket: NewTicket) {
	try {
		return await writeInBatch(db, caller, WRITE_TICKETS, ticket);
	} catch (err) {
		if (breaksExternalId((err as AppError).cause)) return "name taken" as const;
		throw err;
	}
}
