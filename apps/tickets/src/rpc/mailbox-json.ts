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
		created_at: createdAt,
	});
}
