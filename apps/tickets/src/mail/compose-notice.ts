import type { Agent } from "../domain/ticket.ts";
import type { OutgoingMail } from "./transport.ts";

/** What the installation reports to an agent. */
export interface Notice {
	readonly noticeId: string;
	readonly subject: string;
	readonly text: string;
}

/**
 * The mail of a notice. The same notice always gets the same Message-ID, so that a mail that is sent twice is known for
 * one.
 *
 * @param fromAddress the installation's own address.
 */
export function composeNotice(
	{ noticeId, subject, text }: Notice,
	{ name, email }: Agent,
	fromAddress: string,
	now: Date,
): OutgoingMail {
	const domain = fromAddress.slice(fromAddress.lastIndexOf("@") + 1);
	return {
		messageId: `<${noticeId}@${domain}>`,
		date: now,
		from: { name: "Support Desk", address: fromAddress },
		to: { name, address: email },
		subject,
		// Keeps vacation replies from answering (RFC 3834).
		headers: { "Auto-Submitted": "auto-generated" },
		text,
	};
}
