import type { Db } from "@supportdesk/pg/statement.ts";
import {
	automaticallyAnswered,
	ownMessageId,
	ticketOfSubject,
} from "../domain/incoming-mail.ts";
import { ticketOfAddress } from "../secrets/reply-token.ts";
import { selectThread } from "../store/mails.ts";
import { selectTicket } from "../store/tickets.ts";
import { type IncomingMail, isForged } from "./incoming.ts";
import { takesPart } from "./takes-part.ts";

const REFERENCES_MAX = 50; // the last ones; a header of more was not written by a mail program

/**
 * The id of the ticket that a mail belongs to: that of the token in an address it was sent to, else of the mails that it
 * answers, else the one that its subject names, if the sender has a part in it. Undefined for a mail that opens one.
 *
 * @param contactId the sender's; undefined for a stranger
 */
export async function placeMail(
	db: Db,
	workspaceId: string,
	secretsKey: string | undefined,
	mail: IncomingMail,
	contactId: string | undefined,
): Promise<string | undefined> {
	if (isForged(mail)) return undefined;
	return (
		ticketOfToken(workspaceId, secretsKey, mail) ??
		(await ticketOfThread(db, workspaceId, mail)) ??
		(await ticketNamed(db, workspaceId, mail, contactId))
	);
}

/** Whether anything in a mail hints at a ticket. */
export function mayBelong(mail: IncomingMail): boolean {
	return (
		mail.inReplyTo.length > 0 ||
		mail.references.length > 0 ||
		mail.recipients.some((address) => address.includes("+")) ||
		ticketOfSubject(mail.subject) !== undefined
	);
}

function ticketOfToken(
	workspaceId: string,
	secretsKey: string | undefined,
	{ recipients }: IncomingMail,
): string | undefined {
	if (secretsKey === undefined) return undefined;
	for (const address of recipients) {
		const id = ticketOfAddress(secretsKey, workspaceId, address);
		if (id !== undefined) return id;
	}
	return undefined;
}

async function ticketOfThread(
	db: Db,
	workspaceId: string,
	{ inReplyTo, references }: IncomingMail,
): Promise<string | undefined> {
	const last = references.slice(-REFERENCES_MAX).reverse();
	const ids = [...inReplyTo.slice(0, REFERENCES_MAX), ...last];
	if (ids.length === 0) return undefined;
	const replies = ids.map((id) => ownMessageId(id) ?? null);
	const answered = ids.map((id) => automaticallyAnswered(id) ?? null);
	const { rows } = await db.query(
		selectThread(workspaceId, ids, replies, answered),
	);
	return rows[0];
}

async function ticketNamed(
	db: Db,
	workspaceId: string,
	{ subject, from }: IncomingMail,
	contactId: string | undefined,
): Promise<string | undefined> {
	const id = ticketOfSubject(subject);
	if (id === undefined || !from) return undefined;
	const tickets = await db.query(selectTicket(workspaceId, id));
	const [ticket] = tickets.rows;
	if (!ticket) return undefined;
	return (await takesPart(db, workspaceId, ticket, contactId, from.email))
		? id
		: undefined;
}
