import { newId } from "@supportdesk/ids/ids.ts";
import { later, timeAfter } from "@supportdesk/operations/later.ts";
import { newEvent } from "@supportdesk/outbox/new-event.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { defaultContactName } from "../domain/contact-name.ts";
import { type Person, withCopies } from "../domain/incoming-mail.ts";
import { initialDelivery, type Message } from "../domain/message.ts";
import type { Conversation } from "../domain/ticket.ts";
import { draftWithdrawn } from "../events/draft-events.ts";
import { ticketChanged } from "../events/ticket-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { draftReplyJob } from "../queue.ts";
import { changeTicket } from "../rpc/change-ticket.ts";
import { messageJson } from "../rpc/message-json.ts";
import { findCurrentDraft, supersedeDraft } from "../store/drafts.ts";
import { ensureContact, insertInbound } from "../store/inbound.ts";
import { saveParticipants } from "../store/tickets.ts";
import { contentsOf, storeFiles } from "./attach-files.ts";
import type { IncomingMail } from "./incoming.ts";
import type { Occasion, Placed } from "./open-ticket.ts";
import { takesPart } from "./takes-part.ts";

/**
 * Adds a mail to a ticket that the transaction has locked, as a message of its sender, whoever that is. It opens the
 * ticket again and makes a draft obsolete, also where another desk has sent what one of its agents wrote and marks it as
 * automatic. An absence notice or a mail system's report is a note that changes nothing.
 */
export async function addMessage(
	tx: Transaction,
	occasion: Occasion,
	ticket: Conversation,
	mail: IncomingMail,
	from: Person,
): Promise<Placed> {
	const { workspaceId, cause, now } = occasion;
	const contactId = await senderOf(tx, occasion, from);
	const at = timeAfter(ticket.lastMessageAt, now);
	const messageId = newId("msg", at.getTime());
	const contents = contentsOf(mail, ticket.id, messageId, at);
	const { quotedText, authentication } = mail;
	const type = mail.isReport || mail.isOutOfOffice ? "note" : "inbound";
	const message: Message = {
		id: messageId,
		ticketId: ticket.id,
		type,
		body: contents.body,
		bodyText: mail.body.text,
		bodyFormat: mail.body.format,
		author: {
			type: "contact",
			id: contactId,
			name: from.name || defaultContactName(from.email),
			email: from.email.address,
		},
		attachments: contents.attachments,
		aiGenerated: false,
		...initialDelivery(type),
		createdAt: at.toISOString(),
		mail: { quotedText, authentication },
	};
	tx.defer(insertInbound(workspaceId, message, message.mail!));
	storeFiles(tx, workspaceId, messageId, contents, mail);
	const created = {
		type: "message.created",
		resourceId: messageId,
		ticketId: ticket.id,
		contactId,
		beforeJson: undefined,
		afterJson: messageJson(message),
	} as const;
	writeEvents(tx, workspaceId, [newEvent(cause, created, at)]);
	if (type === "inbound") {
		const awake = await awaken(tx, occasion, ticket, at);
		// Among the copies of a list's mail there may be the list, which would pass our replies on to us.
		if (!mail.isAutomatic)
			await addParticipants(tx, occasion, awake, contactId, mail, from, at);
	}
	return { contactId, ticketId: ticket.id, messageId };
}

async function senderOf(
	tx: Transaction,
	{ workspaceId, now }: Occasion,
	{ name, email }: Person,
): Promise<string> {
	const contact = {
		id: newId("cnt", now.getTime()),
		name: name || defaultContactName(email),
		email: email.address,
		emailKey: email.key,
	};
	const { rows } = await tx.query(ensureContact(workspaceId, contact, now));
	return rows[0]!;
}

/**
 * Opens the ticket again, retracts the draft that answers an older question, and has another one written. Returns the
 * ticket as it is then.
 */
async function awaken(
	tx: Transaction,
	{ workspaceId, cause }: Occasion,
	ticket: Conversation,
	at: Date,
): Promise<Conversation> {
	const draft = await findCurrentDraft(tx, workspaceId, ticket.id);
	const waiting: Conversation = {
		...ticket,
		readyDraftId: null,
		waitingSince: ticket.waitingSince ?? at.toISOString(),
		updatedAt: later(ticket.updatedAt, at),
	};
	tx.defer(supersedeDraft(workspaceId, ticket.id, at));
	writeEvents(tx, workspaceId, [
		...draftWithdrawn(cause, ticket, draft, at),
		...ticketChanged(cause, "ticket.updated", ticket, waiting, at),
	]);
	// A ticket that was resolved gets its draft with the change of its status.
	if (ticket.resolvedAt === null)
		tx.defer(draftReplyJob(workspaceId, ticket.id));
	return ticket.status === "open"
		? waiting
		: changeTicket(
				tx,
				{ ...cause, workspaceId },
				waiting,
				{ status: "open" },
				at,
			);
}

/** Whoever gets copies takes part from now on, if the sender takes part: a stranger brings no others along. */
async function addParticipants(
	tx: Transaction,
	{ workspaceId, cause, ownKeys }: Occasion,
	ticket: Conversation,
	contactId: string,
	{ copies }: IncomingMail,
	{ email }: Person,
	at: Date,
): Promise<void> {
	const present = ticket.participants;
	if (!(await takesPart(tx, workspaceId, ticket, contactId, email))) return;
	const others = new Set([
		...ownKeys,
		email.key,
		ticket.contact.email.toLowerCase(),
	]);
	const next = withCopies(present, copies, others);
	if (next === present) return;
	tx.defer(saveParticipants(workspaceId, ticket.id, next));
	const after = { ...ticket, participants: next };
	writeEvents(
		tx,
		workspaceId,
		ticketChanged(cause, "ticket.updated", ticket, after, at),
	);
}
