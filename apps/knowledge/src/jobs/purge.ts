import {
	inEachWorkspace,
	listWorkspaceIds,
} from "@supportdesk/pg/each-workspace.ts";
import { purgeIdempotencyKeys } from "@supportdesk/pg/idempotency.ts";
import { inTransaction, runOnce } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../service.ts";
import {
	forgetWordings,
	purgeDeletedTickets,
	selectForgettableWordings,
} from "../store/deleted-tickets.ts";
import { touchRegroup } from "../store/gap-wordings.ts";
import { lockGaps } from "../store/gaps.ts";
import {
	purgeAnsweredTickets,
	purgeDeletedArticles,
} from "../store/housekeeping.ts";
import { deleteEmptyGaps } from "../store/regroup.ts";

const BATCH = 1_000;
const WORDINGS_BATCH = 100; // those who count misses wait for it
const DAY_MS = 24 * 60 * 60 * 1000;
/** Indexes in memory are at most a day behind, see the embedded engine: all have long learnt that the article is gone. */
const DELETED_KEPT_MS = 30 * DAY_MS;
/** The tickets service asks every few seconds; it may be down for a while. */
const ANSWERED_KEPT_MS = 30 * DAY_MS;

/** The API promises that a deleted ticket is gone after 30 days. */
const TICKETS_KEPT_MS = 30 * DAY_MS;

/** Removes for good what nobody can see any more. */
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
			const [result] = await runOnce(db, [statement]);
			count = result!.count;
		} while (count >= BATCH);
	};
}

async function forgetTickets(db: Deps["db"], now: Date): Promise<void> {
	const deletedBefore = new Date(now.getTime() - TICKETS_KEPT_MS);
	for (const workspaceId of await listWorkspaceIds(db)) {
		let count: number;
		do {
			count = await inTransaction(db, workspaceId, async (tx) => {
				await tx.query(lockGaps(workspaceId));
				const { rows } = await tx.query<{ id: number }>(
					selectForgettableWordings(workspaceId, deletedBefore, WORDINGS_BATCH),
				);
				if (rows.length === 0) return 0;
				const ids = rows.map(({ id }) => id);
				for (const statement of forgetWordings(workspaceId, ids, now))
					tx.defer(statement);
				tx.defer(deleteEmptyGaps(workspaceId));
				tx.defer(touchRegroup(workspaceId));
				return rows.length;
			});
		} while (count >= WORDINGS_BATCH);
	}
	await inEachWorkspace(db, BATCH, (workspaceId) =>
		purgeDeletedTickets(workspaceId, deletedBefore, BATCH),
	);
}
