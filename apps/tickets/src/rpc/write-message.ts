import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { Message } from "../domain/message.ts";
import { deliverJob } from "../queue.ts";
import { insertAttachment } from "../store/attachments.ts";
import { supersedeDraft } from "../store/drafts.ts";
import { countMessage, insertMessage } from "../store/messages.ts";

interface NewMessage {
	readonly message: Message;
	/** What came in, where it differs from the body that is shown. */
	readonly raw: string | null;
	/** The bytes of the message's attachments, in their order. */
	readonly files: readonly { readonly data: Buffer }[];
}

/** Everything a new message leaves behind, its mail included; it travels with the commit. */
export function writeMessage(
	tx: Transaction,
	workspaceId: string,
	{ message, raw, files }: NewMessage,
): void {
	tx.defer(insertMessage(workspaceId, message, raw));
	for (const [position, attachment] of message.attachments.entries()) {
		tx.defer(
			insertAttachment(
				workspaceId,
				message.id,
				position,
				attachment,
				files[position]!.data,
			),
		);
	}
	tx.defer(countMessage(workspaceId, message));
	if (message.type === "outbound") {
		tx.defer(
			supersedeDraft(
				workspaceId,
				message.ticketId,
				new Date(message.createdAt),
			),
		);
		tx.defer(deliverJob(workspaceId, message));
	}
}
