import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import type { ArticlePayload } from "../queue.ts";
import { insertAnsweredTickets } from "../store/answered-tickets.ts";
import { selectTicketsOfArticle } from "../store/retrievals.ts";

const PAGE = 500;

/** Reports the tickets for which the article was found. Safe to repeat: a ticket reported twice is reviewed twice. */
export function reviewDrafts({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ workspaceId, articleId }: ArticlePayload): Promise<void> => {
		let after = "";
		for (;;) {
			const ticketIds = await inTransaction(db, workspaceId, async (tx) => {
				const { rows: ids } = await tx.query(
					selectTicketsOfArticle(workspaceId, articleId, after, PAGE),
				);
				if (ids.length === 0) return ids;
				const now = clock.now();
				for (const statement of insertAnsweredTickets(
					workspaceId,
					ids,
					"article changed",
					now,
				))
					tx.defer(statement);
				return ids;
			});
			if (ticketIds.length < PAGE) return;
			after = ticketIds.at(-1)!;
		}
	};
}
