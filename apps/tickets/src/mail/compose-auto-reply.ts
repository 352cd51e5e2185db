import type { Mailbox } from "../domain/mailbox.ts";
import type { OutgoingMail } from "./transport.ts";

/** What a mailbox answers by itself. */
export interface AutoReply {
	readonly mailbox: Pick<Mailbox, "address" | "name" | "signature">;
	readonly body: string;
	readonly to: { readonly name: string; readonly address: string };
	readonly subject: string;
	/** The message that is answered. */
	readonly messageId: string;
	/** Its Message-ID in angle brackets; undefined for none. */
	readonly inReplyTo: string | undefined;
	/** Where an answer to it leads to the ticket; undefined where such addresses are not used. */
	readonly replyTo: string | undefined;
}

/** The mail of an automatic answer, marked so that no other program answers it (RFC 3834). */
export function composeAutoReply(reply: AutoReply, now: Date): OutgoingMail {
	const { mailbox, body, to, subject, messageId, inReplyTo, replyTo } = reply;
	const domain = mailbox.address.slice(mailbox.address.lastIndexOf("@") + 1);
	const signature = mailbox.signature === "" ? "" : `\n\n${mailbox.signature}`;
	return {
		messageId: `<auto-${messageId}@${domain}>`,
		date: now,
		from: { name: mailbox.name, address: mailbox.address },
		to,
		replyTo: replyTo && { name: mailbox.name, address: replyTo },
		inReplyTo,
		references: inReplyTo,
		subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
		headers: {
			"Auto-Submitted": "auto-replied",
			"X-Auto-Response-Suppress": "All",
		},
		text: `${body}${signature}`,
	};
}
