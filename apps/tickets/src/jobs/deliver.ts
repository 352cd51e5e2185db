import { addJob } from "@supportdesk/pg/jobs.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { Message } from "../domain/message.ts";
import { composeMail } from "../mail/compose.ts";
import type { Deps } from "../service.ts";
import { findDelivery, saveDeliveryStatus } from "../store/deliveries.ts";
import { JOBS_SCHEMA } from "./queue.ts";

interface DeliverPayload {
	readonly workspaceId: string;
	readonly messageId: string;
}

const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000; // the API promises `failed` after a day

/** Sends a reply's mail. */
export function deliverJob(workspaceId: string, message: Message): Statement {
	return addJob(JOBS_SCHEMA, {
		task: "deliver",
		payload: {
			workspaceId,
			messageId: message.id,
		} satisfies DeliverPayload,
	});
}

/**
 * Sends the mail and notes that it was sent. What goes wrong is thrown, and the job comes again later. A crash between
 * the server's yes and our note sends the mail a second time, under the same Message-ID; nothing else does.
 */
export function deliver({
	db,
	clock,
	log,
	mail,
	mailFrom,
}: Pick<Deps, "db" | "clock" | "log" | "mail" | "mailFrom">) {
	return async (payload: unknown): Promise<void> => {
		const { workspaceId, messageId } = payload as DeliverPayload;
		const found = await inTransaction(db, workspaceId, (tx) =>
			findDelivery(tx, workspaceId, messageId),
		);
		if (found?.outgoing.message.status !== "queued") return;
		const { outgoing, earlierQueued } = found;
		const note = (status: "sent" | "failed") =>
			inTransaction(db, workspaceId, async (tx) => {
				tx.defer(saveDeliveryStatus(workspaceId, messageId, status));
			});
		try {
			if (earlierQueued) {
				throw new Error("an earlier reply on the ticket has not left yet");
			}
			await mail.send(composeMail(outgoing, mailFrom));
		} catch (err) {
			const createdMs = Date.parse(outgoing.message.createdAt);
			if (clock.now().getTime() - createdMs < GIVE_UP_AFTER_MS) throw err;
			log.error({ err, messageId }, "mail given up");
			return note("failed");
		}
		await note("sent");
	};
}
