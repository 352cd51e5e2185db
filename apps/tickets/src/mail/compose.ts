import { encodeWord } from "nodemailer/lib/mime-funcs";
import type { Participant } from "../domain/incoming-mail.ts";
import type { Mailbox } from "../domain/mailbox.ts";
import type { Message } from "../domain/message.ts";
import { mailBody } from "./mail-body.ts";
import type { OutgoingMail } from "./transport.ts";

/** A reply and what its mail says about it. */
export interface Outgoing {
	readonly message: Message;
	readonly subject: string;
	readonly to: { readonly name: string; readonly address: string };
	/** Who gets a copy. */
	readonly copies: readonly Participant[];
	/** The mailbox that the ticket came in at; undefined for none, or one that is gone. */
	readonly mailbox?:
		| Pick<Mailbox, "address" | "name" | "signature">
		| undefined;
	/** The ticket's earlier messages, oldest first: the Message-IDs of mails that came in, and ids of messages of ours. */
	readonly earlierIds: readonly string[];
	/** Where an answer leads back to the ticket; undefined for the sender's address. */
	readonly replyTo?: string | undefined;
	readonly files: readonly {
		readonly filename: string;
		readonly contentType: string;
		readonly data: Buffer;
	}[];
}

/**
 * The mail of a reply. The same message always gives the same Message-ID, so that a mail sent twice is known for one.
 *
 * @param fromAddress the installation's own address, for tickets without a mailbox; the answering agent's name is put
 *   before it. Its domain is that of all Message-IDs: a thread keeps its ids when its mailbox changes.
 */
export function composeMail(
	{
		message,
		subject,
		to,
		copies,
		mailbox,
		earlierIds,
		replyTo,
		files,
	}: Outgoing,
	fromAddress: string,
): OutgoingMail {
	const sender = {
		name: shownName(mailbox?.name ?? message.author.name),
		address: mailbox?.address ?? fromAddress,
	};
	const domain = fromAddress.slice(fromAddress.lastIndexOf("@") + 1);
	const idOf = (id: string) => `<${id}@${domain}>`;
	const references = earlierIds
		.map((id) => (id.startsWith("<") ? id : idOf(id)))
		.filter((id) => MESSAGE_ID.test(id));
	return {
		messageId: idOf(message.id),
		date: new Date(message.createdAt),
		from: sender,
		to: { name: shownName(to.name), address: to.address },
		cc: copies.map(({ name, email }) => ({
			name: shownName(name),
			address: email,
		})),
		replyTo: replyTo && { ...sender, address: replyTo },
		inReplyTo: references.at(-1),
		references,
		// Keeps vacation replies and other desks from answering what no person wrote (RFC 3834).
		headers: {
			Subject: subjectHeader(subject),
			...(message.aiGenerated && { "Auto-Submitted": "auto-replied" }),
		},
		...mailBody(message, mailbox?.signature ?? ""),
		attachments: files.map(({ filename, contentType, data }) => ({
			filename,
			contentType,
			content: data,
		})),
	};
}

/** What a stranger's mail has for a Message-ID may be anything. */
const MESSAGE_ID = /^<[!-;=?-~]{1,250}>$/;

const WORD_JOINER = "\u2060"; // invisible

/**
 * A name that a mail reader shows to the letter: many decode what looks like an encoded word in a quoted name as well.
 * The mail library encodes no header of addresses twice, but every name with a character that is not ASCII.
 */
function shownName(name: string): string {
	return name.replaceAll("=?", `=${WORD_JOINER}?`);
}

const ENCODED_WORD_LENGTH_MAX = 52; // the first one fits into the header's first line of 76 characters

/**
 * A subject that a mail reader shows to the letter. Where it looks like an encoded word, the reader would decode it; it
 * is encoded once more. Anything else is left to the mail library.
 */
function subjectHeader(subject: string) {
	const value = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
	if (!value.includes("=?")) return value;
	const line = value.replace(/[\r\n]+/g, " ");
	return {
		prepared: true,
		foldLines: true,
		value: encodeWord(line, "B", ENCODED_WORD_LENGTH_MAX),
	};
}
