import { addJob } from "@supportdesk/pg/jobs.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { insertAnsweredTickets } from "../store/answered-tickets.ts";
import { selectTicketsOfArticle } from "../store/retrievals.ts";
import { JOBS_SCHEMA } from "./queue.ts";

interface ReviewPayload {
	readonly workspaceId: string;
	readonly articleId: string;
}

const PAGE = 500;

/** Has the drafts looked at again that may quote the article. Many changes of it in a row make one review. */
export function reviewDraftsJob(
	workspaceId: string,
	articleId: string,
): Statement {
	return addJob(JOBS_SCHEMA, {
		task: "review_drafts",
		payload: { workspaceId, articleId } satisfies ReviewPayload,
		jobKey: `review_drafts ${articleId}`,
	});
}

/** Tells of the tickets for which the article was found. Safe to repeat: who hears of them twice looks twice. */
export function reviewDrafts({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (payload: unknown): Promise<void> => {
		const { workspaceId, articleId } = payload as ReviewPayload;
		let after = "";
		for (;;) {
			const ticketIds = await inTransaction(db, workspaceId, async (tx) => {
				const { rows } = await tx.query<{ ticket_id: string }>(
					selectTicketsOfArticle(workspaceId, articleId, after, PAGE),
				);
				const ids = rows.map(({ ticket_id }) => ticket_id);
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
