import {
	inTransaction,
	runOutsideWorkspaces,
} from "@supportdesk/pg/transaction.ts";
import type { Deps } from "../deps.ts";
import { backfillSearch, SELECT_BACKFILLS } from "../store/ticket-search.ts";

const BATCH = 50; // a ticket of many messages takes milliseconds, and is locked as long

/** Puts tickets that earlier versions stored into the search. Safe to repeat, and to run beside another one. */
export function backfillSearches({ db }: Pick<Deps, "db">) {
	return async (): Promise<void> => {
		const [{ rows: workspaceIds }] = await runOutsideWorkspaces(db, [
			SELECT_BACKFILLS,
		]);
		for (const workspaceId of workspaceIds) {
			let hasMore: boolean;
			do {
				hasMore = await inTransaction(db, workspaceId, async (tx) => {
					const { rows } = await tx.query(backfillSearch(workspaceId, BATCH));
					return rows[0]!;
				});
			} while (hasMore);
		}
	};
}
