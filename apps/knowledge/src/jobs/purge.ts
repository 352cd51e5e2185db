import { purgeIdempotencyKeys } from "@supportdesk/pg/claim.ts";
import {
	inEachWorkspace,
	listWorkspaceIds,
} from "@supportdesk/pg/each-workspace.ts";
import {
	read,
	runOutsideWorkspaces,
	writeAll,
} from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { forgetPhrasingPage } from "../forget-phrasings.ts";
import {
	type DeletedTicket,
	purgeDeletedTickets,
	selectDeletedTicketPage,
	selectPhrasingPage,
} from "../store/deleted-tickets.ts";
import {
	purgeAnsweredTickets,
	purgeDeletedArticles,
} from "../store/housekeeping.ts";

const BATCH = 1_000;
const PHRASINGS_BATCH = 100; // the job that counts unanswered queries waits for it
const DAY_MS = 24 * 60 * 60 * 1000;
/** Indexes in memory are at most a day behind, see the embedded engine: all have removed the article by then. */
const DELETED_KEPT_MS = 30 * DAY_MS;
/** The tickets service reads them several times a second, but may be down for a while. */
const ANSWERED_KEPT_MS = 30 * DAY_MS;
/** The API promises that a deleted ticket is gone after 30 days. */
const TICKETS_KEPT_MS = 30 * DAY_MS;

/** Removes for good what no reader can see any more. */
export function purge({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (): Promise<void> => {
		const now = clock.now();
		const deletedBefore = new Date(now.getTime() - DELETED_KEPT_MS);
		await inEachWorkspace(db, BATCH, (workspaceId) =>
			purgeDeletedArticles(workspaceId, deletedBefore, BATCH),
		);
		await forgetTickets(db, now);
		await inEachWorkspace(db, BATCH, (workspaceId) =>
			purgeIdempotencyKeys(workspaceId, now, BATCH),
		);
		const answeredBefore = new Date(now.getTime() - ANSWERED_KEPT_MS);
		let count: number;
		do {
			const statement = purgeAnsweredTickets(answeredBefore, BATCH);
			const [result] = await runOutsideWorkspaces(db, [statement]);
			count = result.count;
		} while (count >= BATCH);
	};
}

async function forgetTickets(db: Deps["db"], now: Date): Promise<void> {
	const deletedBefore = new Date(now.getTime() - TICKETS_KEPT_MS);
	for (const workspaceId of await listWorkspaceIds(db)) {
		const pageAfter = (last: DeletedTicket | undefined) =>
			read(
				db,
				workspaceId,
				selectDeletedTicketPage(workspaceId, last, deletedBefore, BATCH),
			);
		let page = await pageAfter(undefined);
		if (page.length > 0)
			await forgetPhrasingsOf(db, workspaceId, deletedBefore, now);
		while (page.length > 0) {
			const ids = page.map(({ ticketId }) => ticketId);
			await writeAll(db, workspaceId, [purgeDeletedTickets(workspaceId, ids)]);
			page = await pageAfter(page.at(-1));
		}
	}
}

/** Walks over all phrasings, without the lock until there is something to forget. */
async function forgetPhrasingsOf(
	db: Deps["db"],
	workspaceId: string,
	deletedBefore: Date,
	now: Date,
): Promise<void> {
	let after = 0;
	for (;;) {
		const page = selectPhrasingPage(
			workspaceId,
			after,
			deletedBefore,
			PHRASINGS_BATCH,
		);
		const rows = await read(db, workspaceId, page);
		if (rows.some(({ isForgettable }) => isForgettable))
			await forgetPhrasingPage(db, workspaceId, page, now);
		if (rows.length < PHRASINGS_BATCH) return;
		after = rows.at(-1)!.id;
	}
}
