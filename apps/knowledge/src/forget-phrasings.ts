import type { Query } from "@supportdesk/pg/statement.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "./deps.ts";
import {
	forgetPhrasings,
	type PagedPhrasing,
} from "./store/deleted-tickets.ts";
import { touchRecluster } from "./store/gap-phrasings.ts";
import { lockGaps } from "./store/gaps.ts";
import { deleteEmptyGaps } from "./store/recluster.ts";

/** Removes those of a page's phrasings that only forgotten tickets have used. */
export async function forgetPhrasingPage(
	db: Deps["db"],
	workspaceId: string,
	page: Query<PagedPhrasing>,
	now: Date,
): Promise<void> {
	await inTransaction(db, workspaceId, async (tx) => {
		await tx.query(lockGaps(workspaceId));
		const { rows } = await tx.query(page); // they may have been counted again
		const gone = rows.filter(({ isForgettable }) => isForgettable);
		if (gone.length === 0) return;
		const ids = gone.map(({ id }) => id);
		for (const statement of forgetPhrasings(workspaceId, ids, now))
			tx.defer(statement);
		const gapIds = new Set(gone.map(({ gapId }) => gapId));
		tx.defer(deleteEmptyGaps(workspaceId, [...gapIds]));
		tx.defer(touchRecluster(workspaceId));
	});
}
