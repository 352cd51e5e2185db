import { newId } from "@supportdesk/ids/ids.ts";
import type { Cause } from "@supportdesk/outbox/new-event.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { type Participant, withCopies } from "../domain/incoming-mail.ts";
import type { Mailbox } from "../domain/mailbox.ts";
import { initialDelivery, type Message } from "../domain/message.ts";
import { enrichJob } from "../queue.ts";
import { messagePieces } from "../rpc/message-json.ts";
import { newContact } from "../rpc/new-ticket.ts";
import { ticketPieces } from "../rpc/ticket-json.ts";
import { insertContact } from "../store/contact-changes.ts";
import { saveMessageMail } from "../store/inbound.ts";
import { saveMailFields } from "../store/mails.ts";
import { type NewTicket, WRITE_TICKETS } from "../store/new-ticket.ts";
import { contentsOf, storeFiles } from "./attach-files.ts";
import { type IncomingMail, isForged } from "./incoming.ts";

/** Whom and what a mail became. */
export interface Placed {
	readonly contactId: string;
	readonly ticketId: string;
	readonly messageId: string;
}

/** For whom and when a mail is taken in. */
export interface Occasion {
	readonly workspaceId: string;
	readonly cause: Cause;
	readonly now: Date;
	/** Keys of the workspace's own addresses, which never become participants. */
	readonly ownKeys: readonly string[];
}

const UNKNOWN_SENDER = "Unknown sender";

/** Opens a ticket with a mail, as CreateTicket does: its contact, its message, their events and the job that drafts. */
export async function openTicket(
	tx: Transaction,
	occasion: Occasion,
	mailbox: Mailbox,
	groupId: string | undefined,
	mail: IncomingMail,
): Promise<Placed> {
	const { workspaceId, now } = occasion;
	const nameless = mail.from ? undefined : newId("cnt", now.getTime());
	if (nameless !== undefined) await makeNameless(tx, occasion, nameless);
	const ticket = newTicketOf(occasion, groupId, mail, nameless);
	const { id: ticketId } = ticket.ticket;
	const { id: messageId } = ticket.message;
	const { rows } = await tx.query(
		WRITE_TICKETS.statement(workspaceId, [ticket]),
	);
	const people = rows[0]!.written!;
	const { contact } = JSON.parse(`{"contact":${people}}`) as {
		contact: { id: string };
	};
	const { quotedText, authentication } = mail;
	storeFiles(tx, workspaceId, messageId, ticket.contents, mail);
	tx.defer(
		saveMessageMail(workspaceId, messageId, { quotedText, authentication }),
	);
	const participants = JSON.stringify(ticket.ticket.participants);
	tx.defer(saveMailFields(workspaceId, ticketId, mailbox.id, participants));
	return { contactId: contact.id, ticketId, messageId };
}

/** Copies of a mail that may be forged would be sent to whoever has forged it. */
function participantsOf(
	{ ownKeys }: Occasion,
	mail: IncomingMail,
): readonly Participant[] {
	const { from } = mail;
	const copies = isForged(mail) || mail.isAutomatic ? [] : mail.copies;
	const others = new Set([...ownKeys, ...(from ? [from.email.key] : [])]);
	return withCopies([], copies, others);
}

/** A contact for a mail that says of its sender nothing that could be kept. */
async function makeNameless(
	tx: Transaction,
	{ workspaceId, now }: Occasion,
	id: string,
): Promise<void> {
	const contact = {
		id,
		name: UNKNOWN_SENDER,
		externalId: null,
		customAttributesJson: "{}",
	};
	await tx.query(insertContact(workspaceId, contact, now.toISOString()));
}

function newTicketOf(
	occasion: Occasion,
	groupId: string | undefined,
	mail: IncomingMail,
	contactId: string | undefined,
) {
	const { workspaceId, cause, now } = occasion;
	const createdAt = now.toISOString();
	const id = newId("tkt", now.getTime());
	const messageId = newId("msg", now.getTime());
	const contents = contentsOf(mail, id, messageId, now);
	const { quotedText, authentication, from } = mail;
	const message: NewTicket["message"] & Pick<Message, "mail"> = {
		id: messageId,
		ticketId: id,
		type: "inbound",
		body: contents.body,
		bodyText: mail.body.text,
		bodyFormat: mail.body.format,
		attachments: contents.attachments,
		aiGenerated: false,
		...initialDelivery("inbound"),
		createdAt,
		mail: { quotedText, authentication },
	};
	const ticket: NewTicket["ticket"] = {
		id,
		subject: mail.subject,
		status: "open",
		priority: "normal",
		channel: "email",
		tags: [],
		signals: mail.signals,
		readyDraftId: null,
		customAttributesJson: "{}",
		createdAt,
		updatedAt: createdAt,
		resolvedAt: null,
		externalId: null,
		mergedInto: null,
		participants: participantsOf(occasion, mail),
	};
	const [head, middle, tail] = messagePieces(message);
	const eventId = () => newId("evt", now.getTime());
	return {
		contents,
		operation: { workspaceId, now, claim: undefined },
		ticket,
		contact: from && newContact(from.email, from.name || undefined, now),
		contactId,
		assigneeId: undefined,
		groupId,
		definitions: undefined,
		message,
		raw: null,
		job: enrichJob(workspaceId, id),
		// Of its event, which shows no participants.
		response: ticketPieces({ ...ticket, participants: [] }),
		messageResponse: [head, middle + createdAt + tail],
		cause,
		eventIds: [eventId(), eventId(), eventId()],
	} satisfies NewTicket & { contents: unknown };
}
