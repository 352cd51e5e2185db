import type { Deps } from "../service.ts";
import {
	purgeDeletedTickets,
	purgeIdempotencyKeys,
} from "../store/housekeeping.ts";
import { inEachWorkspace } from "./each-workspace.ts";

const BATCH = 1_000;
const HOUR_MS = 60 * 60 * 1000;
const DELETED_KEPT_HOURS = 30 * 24; // the API promises that a deleted ticket is gone after 30 days
const KEYS_KEPT_HOURS = 25; // an hour more than a key is honoured

/** Removes for good what nobody can see any more. */
export function purge({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (): Promise<void> => {
		const ago = (hours: number) =>
			new Date(clock.now().getTime() - hours * HOUR_MS);
		await inEachWorkspace(db, BATCH, (workspaceId) =>
			purgeDeletedTickets(workspaceId, ago(DELETED_KEPT_HOURS), BATCH),
		);
		await inEachWorkspace(db, BATCH, (workspaceId) =>
			purgeIdempotencyKeys(workspaceId, ago(KEYS_KEPT_HOURS), BATCH),
		);
	};
}
