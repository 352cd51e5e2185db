import { inTransaction, writeAll } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import type { ContactPayload } from "../queue.ts";
import {
	moveMailedMessages,
	moveTickets as moveTicketRows,
} from "../store/contact-changes.ts";

/** Tickets that are locked at a time, for a moment. */
export const MOVED_BATCH = 500;

/** Moves all tickets and messages of merged contacts to the contact that they became. Safe to repeat. */
export function moveTickets({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ workspaceId, contactId }: ContactPayload): Promise<void> => {
		let moved: number;
		do {
			const now = clock.now().toISOString();
			const statement = moveTicketRows(
				workspaceId,
				contactId,
				now,
				MOVED_BATCH,
			);
			const result = await inTransaction(db, workspaceId, (tx) =>
				tx.query(statement),
			);
			moved = result.count;
		} while (moved === MOVED_BATCH);
		await writeAll(db, workspaceId, [
			moveMailedMessages(workspaceId, contactId),
		]);
	};
}
