import type { MailRecord } from "../store/mails.ts";
import type { QuarantinedMail } from "../store/quarantine.ts";

/** What became of a mail, as the API reports it. */
export function mailJson({
	id,
	state,
	reason,
	ticketId,
	messageId,
}: MailRecord): string {
	return JSON.stringify({
		id,
		status: state,
		reason,
		ticket_id: ticketId,
		message_id: messageId,
	});
}

/** A mail that is kept apart, as its list shows it. */
export function quarantinedJson(
	mail: Omit<QuarantinedMail, "reason">,
	{ state, reason }: Pick<MailRecord, "state" | "reason">,
): string {
	return JSON.stringify({
		id: mail.id,
		mailbox_id: mail.mailboxId,
		status: state,
		reason,
		from: { email: mail.fromKey, name: mail.fromName },
		subject: mail.subject,
		authentication: mail.authentication,
		received_at: mail.receivedAt,
	});
}
