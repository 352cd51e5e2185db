import { inEachWorkspace } from "@supportdesk/pg/each-workspace.ts";
import { purgeIdempotencyKeys } from "@supportdesk/pg/idempotency.ts";
import { runOnce } from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../service.ts";
import {
	purgeAnsweredTickets,
	purgeDeletedArticles,
} from "../store/housekeeping.ts";

const BATCH = 1_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Indexes in memory are at most a day behind, see the embedded engine: all have long learnt that the article is gone. */
const DELETED_KEPT_MS = 30 * DAY_MS;
/** The tickets service asks every few seconds; it may be down for a while. */
const ANSWERED_KEPT_MS = 30 * DAY_MS;

/** Removes for good what nobody can see any more. */
export function purge({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (): Promise<void> => {
		const now = clock.now();
		const deletedBefore = new Date(now.getTime() - DELETED_KEPT_MS);
		await inEachWorkspace(db, BATCH, (workspaceId) =>
			purgeDeletedArticles(workspaceId, deletedBefore, BATCH),
		);
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
