import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { readSearchQuery } from "../domain/search-query.ts";
import type { TicketFilter } from "../domain/ticket-list.ts";
import type { BulkPayload } from "../queue.ts";
import {
	insertItems,
	saveCollected,
	selectMeant,
	selectOpenBulk,
	startBulk,
} from "../store/bulk-jobs.ts";
import { searchFor } from "../store/ticket-search.ts";

const PAGE = 1_000;

/**
 * Adds the next tickets that a job's filter means; after the last of them the job begins to change tickets, so that no
 * change of its own decides whether a ticket is meant.
 */
export async function collectPage(
	{ db }: Pick<Deps, "db">,
	{ workspaceId, bulkId }: BulkPayload,
): Promise<void> {
	await inTransaction(db, workspaceId, async (tx) => {
		const lock = "for no key update";
		const open = selectOpenBulk(workspaceId, bulkId, lock);
		const [bulk] = (await tx.query(open)).rows;
		if (!bulk?.isCollecting) return;
		const filter = untilRequest(bulk.filter, bulk.createdAt);
		if (filter.q !== undefined) tx.defer(searchFor(readSearchQuery(filter.q)));
		const { rows } = await tx.query(
			selectMeant(workspaceId, filter, bulk.position, PAGE),
		);
		const ids = rows.map(({ id }) => id);
		const last = rows.at(-1);
		if (last) {
			tx.defer(insertItems(workspaceId, bulkId, ids));
			tx.defer(saveCollected(workspaceId, bulkId, last));
		}
		if (rows.length < PAGE) tx.defer(startBulk(workspaceId, bulkId));
	});
}

/** Tickets that were created after the request are not meant. */
function untilRequest(filter: TicketFilter, requestedAt: string): TicketFilter {
	const behind = new Date(Date.parse(requestedAt) + 1).toISOString();
	const { created_before: given } = filter;
	const isEarlier = given !== undefined && given < behind;
	return { ...filter, created_before: isEarlier ? given : behind };
}
