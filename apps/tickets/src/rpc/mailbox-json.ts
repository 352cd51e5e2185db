import type { Mailbox } from "../domain/mailbox.ts";

/** The API's Mailbox object. */
export function mailboxJson({
	id,
	address,
	name,
	groupId,
	signature,
	autoReply,
	intake,
	imap,
	createdAt,
}: Mailbox): string {
	return JSON.stringify({
		id,
		address,
		name,
		group_id: groupId,
		signature,
		auto_reply: { enabled: autoReply.enabled, body: autoReply.body },
		intake,
		imap: imap && {
			state: imap.state,
			error: imap.error,
			last_mail_at: imap.lastMailAt,
			last_skipped: imap.lastSkipped,
		},
		created_at: createdAt,
	});
}
