import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { quarantinedMailNotFound } from "../domain/errors.ts";
import { candidateKeys, type Mailbox } from "../domain/mailbox.ts";
import { mailQuarantined } from "../events/mail-events.ts";
import { writeEvents } from "../events/write-events.ts";
import { autoReplyJob } from "../queue.ts";
import {
	claimAutoReply,
	insertMail,
	lockSender,
	type MailRecord,
	type NewMail,
	selectMailByContent,
	selectSender,
	settleMail,
} from "../store/mails.ts";
import { lockQuarantined } from "../store/quarantine.ts";
import { selectReferences } from "../store/references.ts";
import { selectTicketForUpdate } from "../store/tickets.ts";
import { addMessage } from "./add-message.ts";
import { type IncomingMail, isForged } from "./incoming.ts";
import { type Occasion, openTicket, type Placed } from "./open-ticket.ts";
import { placeMail } from "./place-mail.ts";
import { takeBounce } from "./take-bounce.ts";
import { ofSender, ofWriter } from "./writer.ts";

export const HOUR_MS = 60 * 60 * 1000;
const MAILS_AN_HOUR_MAX = 30; // of one sender to one mailbox

/** What a mail comes in at. */
export interface Destination {
	readonly mailbox: Mailbox;
	/** The mailbox's group, unless it is deactivated. */
	readonly groupId: string | undefined;
	readonly secretsKey: string | undefined;
}

/** What became of a mail, and whether it had come in before. */
export interface TakenIn {
	readonly record: MailRecord;
	readonly isRepeated: boolean;
}

/**
 * Takes a mail in. The mail, what it becomes and everything that follows from it commit together: a mail that the
 * transaction has not committed is as if it never came, and comes again.
 */
export async function takeIn(
	tx: Transaction,
	occasion: Occasion,
	destination: Destination,
	mail: IncomingMail,
	id: string,
): Promise<TakenIn> {
	const { workspaceId } = occasion;
	const row = newMail(id, countedMail(mail), occasion);
	tx.defer(lockSender(workspaceId, row.fromKey));
	const { rows } = await tx.query(insertMail(workspaceId, row, mail.raw));
	if (rows.length === 0) {
		const known = await tx.query(
			selectMailByContent(workspaceId, mail.contentHash),
		);
		return { record: known.rows[0]!, isRepeated: true };
	}
	const fate = await decide(tx, occasion, destination, mail);
	const record: MailRecord = {
		id,
		state: fate.state,
		reason: fate.reason ?? null,
		ticketId: fate.placed?.ticketId ?? null,
		messageId: fate.placed?.messageId ?? null,
	};
	tx.defer(settleMail(workspaceId, record, fate.placed?.contactId ?? null));
	writeEvents(tx, workspaceId, eventsOf(occasion, row, record));
	return { record, isRepeated: false };
}

/**
 * Takes a quarantined mail in after all, like one that is not suspected of anything.
 *
 * @throws AppError `mail_not_found` where it was released or dropped before
 */
export async function takeInReleased(
	tx: Transaction,
	occasion: Occasion,
	destination: Destination,
	mail: IncomingMail,
	id: string,
): Promise<TakenIn> {
	const { workspaceId } = occasion;
	const { rows } = await tx.query(
		lockQuarantined(workspaceId, mail.mailboxId, id),
	);
	if (rows.length === 0) throw quarantinedMailNotFound();
	const placed =
		(await joinTicket(tx, occasion, destination, mail)) ??
		(await openTicket(
			tx,
			occasion,
			destination.mailbox,
			destination.groupId,
			ofWriter(mail),
		));
	const { ticketId, messageId, contactId } = placed;
	const record = {
		id,
		state: "message",
		reason: null,
		ticketId,
		messageId,
	} as const;
	tx.defer(settleMail(workspaceId, record, contactId));
	return { record, isRepeated: false };
}

/** The mail as one of whom it is counted for. What the desk's own domain sends is as many persons' as its forms have. */
function countedMail(mail: IncomingMail): IncomingMail {
	return mail.isFromDesk ? ofWriter(mail) : mail;
}

function newMail(id: string, mail: IncomingMail, { now }: Occasion): NewMail {
	const { from } = mail;
	return {
		id,
		mailboxId: mail.mailboxId,
		contentHash: mail.contentHash,
		messageIdHeader: mail.messageId,
		fromKey: from?.email.key ?? "",
		fromName: from?.name ?? "",
		subject: mail.subject,
		envelopeFrom: mail.envelopeFrom,
		recipients: mail.recipients,
		authentication: mail.authentication,
		receivedAt: now.toISOString(),
	};
}

interface Fate {
	readonly state: MailRecord["state"];
	readonly reason?: string;
	readonly placed?: Omit<Placed, "contactId"> & { readonly contactId?: string };
}

async function decide(
	tx: Transaction,
	occasion: Occasion,
	destination: Destination,
	mail: IncomingMail,
): Promise<Fate> {
	if (mail.bounce)
		return {
			state: "bounce",
			placed: await takeBounce(tx, occasion, mail.bounce),
		};
	const counted = countedMail(mail);
	const reason = await quarantineReason(tx, occasion, destination, counted);
	if (reason !== undefined) return { state: "quarantined", reason };
	return deliverMail(tx, occasion, destination, mail);
}

/** Why a mail is kept apart until an agent has looked at it; undefined for one that is not. */
async function quarantineReason(
	tx: Transaction,
	{ workspaceId, now, ownKeys }: Occasion,
	{ mailbox }: Destination,
	{ from }: IncomingMail,
): Promise<string | undefined> {
	if (!from) return undefined;
	const keys = candidateKeys(from.email);
	const { rows } = await tx.query(
		selectSender(
			workspaceId,
			mailbox.id,
			keys,
			new Date(now.getTime() - HOUR_MS),
			MAILS_AN_HOUR_MAX + 1,
		),
	);
	const sender = rows[0]!;
	const isOwn = sender.isOwn || keys.some((key) => ownKeys.includes(key));
	// A desk that answers itself would never stop.
	if (isOwn) return "own_address";
	return sender.recent > MAILS_AN_HOUR_MAX ? "too_many" : undefined;
}

/** Puts a mail into the ticket that it belongs to, or opens one with it. */
async function deliverMail(
	tx: Transaction,
	occasion: Occasion,
	destination: Destination,
	mail: IncomingMail,
): Promise<Fate> {
	const joined = await joinTicket(tx, occasion, destination, mail);
	if (joined) return { state: "message", placed: joined };
	// An automatic answer to nothing of ours is nobody's request.
	if (mail.isOutOfOffice || mail.envelopeFrom === "")
		return { state: "quarantined", reason: "automatic_reply" };
	const { mailbox, groupId } = destination;
	const written = ofWriter(mail);
	const placed = await openTicket(tx, occasion, mailbox, groupId, written);
	await answer(tx, occasion, mailbox, written, placed);
	return { state: "message", placed };
}

/** Undefined for a mail that belongs to no ticket. */
async function joinTicket(
	tx: Transaction,
	occasion: Occasion,
	{ secretsKey }: Destination,
	incoming: IncomingMail,
): Promise<Placed | undefined> {
	const { workspaceId } = occasion;
	const mail = ofSender(incoming);
	const from = mail?.from;
	if (!mail || !from) return undefined;
	const contactId = await contactOf(tx, workspaceId, from.email.key);
	const ticketId = await placeMail(
		tx,
		workspaceId,
		secretsKey,
		mail,
		contactId,
	);
	const ticket = ticketId && (await lockPlace(tx, workspaceId, ticketId));
	if (!ticket) return undefined;
	return addMessage(tx, occasion, ticket, mail, from);
}

async function contactOf(
	tx: Transaction,
	workspaceId: string,
	emailKey: string,
): Promise<string | undefined> {
	const { rows } = await tx.query(selectReferences(workspaceId, { emailKey }));
	return rows[0]!.contactByEmail?.id;
}

/** The ticket, or the one that it was merged into at last, locked; undefined for one that was deleted. */
async function lockPlace(
	tx: Transaction,
	workspaceId: string,
	ticketId: string,
) {
	let id = ticketId;
	for (;;) {
		const { rows } = await tx.query(selectTicketForUpdate(workspaceId, id));
		const [ticket] = rows;
		if (!ticket || ticket.mergedInto === null) return ticket;
		id = ticket.mergedInto;
	}
}

/** Queues the mailbox's automatic answer: to persons only, and to one address at most once an hour. */
async function answer(
	tx: Transaction,
	{ workspaceId, now }: Occasion,
	mailbox: Mailbox,
	mail: IncomingMail,
	{ messageId }: Placed,
): Promise<void> {
	const { from } = mail;
	if (!mailbox.autoReply.enabled || !from) return;
	if (mail.isAutomatic || mail.isOld || isForged(mail)) return;
	const anHourAgo = new Date(now.getTime() - HOUR_MS);
	const { rows } = await tx.query(
		claimAutoReply(workspaceId, from.email.key, now, anHourAgo),
	);
	if (rows.length > 0)
		tx.defer(autoReplyJob({ workspaceId, messageId, mailboxId: mailbox.id }));
}

function eventsOf(
	{ cause, now }: Occasion,
	mail: NewMail,
	record: MailRecord,
): OutboxEvent[] {
	return record.state === "quarantined"
		? [mailQuarantined(cause, mail, record, now)]
		: [];
}

/** Addresses of the desk besides its mailboxes. */
export function ownKeysOf(mailFrom: string, mailbox: Mailbox): string[] {
	return [...new Set([mailFrom, mailbox.address].map(addressKey))];
}

/** An address as addresses are compared. */
export function addressKey(address: string): string {
	return parseEmailAddress(address)?.key ?? address.toLowerCase();
}
