import type { CreateTicketRequest } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { validateAll } from "@supportdesk/errors/validate-all.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import {
	type EmailAddress,
	parseEmailAddress,
} from "@supportdesk/text/email-address.ts";
import { normaliseTags } from "@supportdesk/text/tags.ts";
import {
	defaultContactName,
	parseContactName,
} from "../domain/contact-name.ts";
import {
	contactMismatch,
	contactNotFound,
	invalidEmail,
} from "../domain/errors.ts";
import type { MessageBody } from "../domain/message-body.ts";
import type {
	Channel,
	Contact,
	Priority,
	Signals,
	Ticket,
} from "../domain/ticket.ts";
import type { Referenced } from "../store/references.ts";

/** The request's own words, in order; what it points at is not looked up yet. */
interface Words {
	readonly request: CreateTicketRequest;
	readonly email: EmailAddress | undefined;
	readonly contactName: string | undefined;
	readonly tags: readonly string[];
}

/** With what is known of them besides. */
export interface NewTicket extends Words {
	readonly body: MessageBody;
	readonly signals: Signals;
	readonly now: Date;
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

/** What a new ticket is, but for whom it is about. */
export function firstState(
	id: string,
	{ request, tags, signals, now }: NewTicket,
	customAttributesJson: string,
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
export function pickContact(
	contactId: string | undefined,
	email: EmailAddress | undefined,
	{ contactById, contactByEmail }: Referenced,
): Contact | undefined {
	if (contactId === undefined) return contactByEmail;
	if (!contactById) throw contactNotFound();
	if (email && contactByEmail?.id !== contactById.id) throw contactMismatch();
	return contactById;
}

export function newContact(
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
