import { purgeUncollected } from "@supportdesk/outbox/outbox.ts";
import { purgeIdempotencyKeys } from "@supportdesk/pg/claim.ts";
import { inEachWorkspace } from "@supportdesk/pg/each-workspace.ts";
import type { Deps } from "../deps.ts";
import { HOUR_MS } from "../intake/take-in.ts";
import { purgeBulkItems, purgeBulks } from "../store/bulk-jobs.ts";
import {
	purgeAutoReplies,
	purgeDeletedTickets,
	purgeMails,
} from "../store/housekeeping.ts";

const KEYS_BATCH = 1_000;
const EVENTS_BATCH = 1_000;
// A ticket takes its files with it: 300 MiB of them take a second or two, and a statement has five.
const TICKETS_BATCH = 20;
const RESULTS_BATCH = 10_000;
const BULKS_BATCH = 100;
const BULKS_KEPT_MS = 30 * 24 * 60 * 60 * 1000; // the API promises results for 30 days
const DELETED_KEPT_MS = 30 * 24 * 60 * 60 * 1000; // the API promises that a deleted ticket is gone after 30 days

/** Deletes rows that are no longer visible. */
export function purge({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (): Promise<void> => {
		const now = clock.now();
		const deletedBefore = new Date(now.getTime() - DELETED_KEPT_MS);
		await inEachWorkspace(db, TICKETS_BATCH, (workspaceId) =>
			purgeDeletedTickets(workspaceId, deletedBefore, TICKETS_BATCH),
		);
		const endedBefore = new Date(now.getTime() - BULKS_KEPT_MS);
		await inEachWorkspace(db, RESULTS_BATCH, (workspaceId) =>
			purgeBulkItems(workspaceId, endedBefore, RESULTS_BATCH),
		);
		await inEachWorkspace(db, BULKS_BATCH, (workspaceId) =>
			purgeBulks(workspaceId, endedBefore, BULKS_BATCH),
		);
		await inEachWorkspace(db, TICKETS_BATCH, (workspaceId) =>
			purgeMails(workspaceId, deletedBefore, TICKETS_BATCH),
		);
		const anHourAgo = new Date(now.getTime() - HOUR_MS);
		await inEachWorkspace(db, KEYS_BATCH, (workspaceId) =>
			purgeAutoReplies(workspaceId, anHourAgo, KEYS_BATCH),
		);
		await inEachWorkspace(db, KEYS_BATCH, (workspaceId) =>
			purgeIdempotencyKeys(workspaceId, now, KEYS_BATCH),
		);
		await inEachWorkspace(db, EVENTS_BATCH, (workspaceId) =>
			purgeUncollected(workspaceId, now, EVENTS_BATCH),
		);
	};
}
