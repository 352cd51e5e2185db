import { readAll } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { composeAutoReply } from "../mail/compose-auto-reply.ts";
import { replyTo } from "../mail/reply-to.ts";
import type { AutoReplyPayload } from "../queue.ts";
import { selectMailbox } from "../store/mailboxes.ts";
import { selectMessageIdHeader } from "../store/mails.ts";
import { selectMessage } from "../store/messages.ts";
import { selectTicket } from "../store/tickets.ts";

type AutoReplyDeps = Pick<
	Deps,
	"db" | "clock" | "mail" | "plusAddresses" | "secretsKey"
>;

/** Sends a mailbox's automatic answer; none if the ticket or the mailbox is gone, or the mailbox answers no longer. */
export function autoReply({ db, clock, mail, ...addresses }: AutoReplyDeps) {
	return async (payload: AutoReplyPayload): Promise<void> => {
		const { workspaceId, messageId, mailboxId } = payload;
		const [[message], [mailbox], [inReplyTo]] = await readAll(db, workspaceId, [
			selectMessage(workspaceId, messageId),
			selectMailbox(workspaceId, mailboxId),
			selectMessageIdHeader(workspaceId, messageId),
		]);
		if (!message || !mailbox?.autoReply.enabled) return;
		const { ticketId, author } = message;
		const [[ticket]] = await readAll(db, workspaceId, [
			selectTicket(workspaceId, ticketId),
		]);
		if (!ticket || author.email === "") return;
		const reply = {
			mailbox,
			body: mailbox.autoReply.body,
			to: { name: author.name, address: author.email },
			subject: ticket.subject,
			messageId,
			inReplyTo,
			replyTo: replyTo(addresses, mailbox.address, workspaceId, ticketId),
		};
		await mail.send(composeAutoReply(reply, clock.now()));
	};
}
