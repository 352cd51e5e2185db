import { inTransaction, runOnce } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../service.ts";
import {
	saveAnsweredSequence,
	selectAnsweredSequence,
} from "../store/answered.ts";
import { enrichJob } from "./enrich.ts";
import { ownContext } from "./own-context.ts";

const BATCH = 500;
const TIME_LIMIT_MS = 30_000;

/**
 * Asks the knowledge service which tickets' questions have an article by now, and drafts replies to them. Asking, rather
 * than being told, keeps the services from calling each other in a circle.
 */
export function enrichAnswered({
	db,
	clock,
	knowledge,
}: Pick<Deps, "db" | "clock" | "knowledge">) {
	return async (): Promise<void> => {
		for (;;) {
			const [result] = await runOnce(db, [selectAnsweredSequence()]);
			const after = Number(result!.rows[0]!.sequence);
			const context = ownContext("", TIME_LIMIT_MS, clock.now().getTime());
			const { tickets } = await knowledge.listAnsweredTickets(
				{ after, limit: BATCH },
				context,
			);
			for (const { workspaceId, ticketId } of tickets) {
				await inTransaction(db, workspaceId, async (tx) => {
					tx.defer(enrichJob(workspaceId, ticketId));
				});
			}
			const last = tickets.at(-1);
			if (!last) return;
			await runOnce(db, [saveAnsweredSequence(last.sequence)]);
		}
	};
}
