import { inEachWorkspace } from "@supportdesk/pg/each-workspace.ts";
import { purgeIdempotencyKeys } from "@supportdesk/pg/idempotency.ts";
import type { Deps } from "../service.ts";
import { purgeDeletedTickets } from "../store/housekeeping.ts";

const BATCH = 1_000;
const DELETED_KEPT_MS = 30 * 24 * 60 * 60 * 1000; // the API promises that a deleted ticket is gone after 30 days

/** Removes for good what nobody can see any more. */
export function purge({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (): Promise<void> => {
		const now = clock.now();
		const deletedBefore = new Date(now.getTime() - DELETED_KEPT_MS);
		await inEachWorkspace(db, BATCH, (workspaceId) =>
			purgeDeletedTickets(workspaceId, deletedBefore, BATCH),
		);
		await inEachWorkspace(db, BATCH, (workspaceId) =>
			purgeIdempotencyKeys(workspaceId, now, BATCH),
		);
	};
}
