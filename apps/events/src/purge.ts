import { setTimeout as sleep } from "node:timers/promises";
import { purgeIdempotencyKeys } from "@supportdesk/pg/claim.ts";
import { inEachWorkspace } from "@supportdesk/pg/each-workspace.ts";
import type { Deps } from "./deps.ts";
import { deleteEventsBefore } from "./store/append.ts";
import { deleteDeliveriesBefore } from "./store/deliveries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 60 * 60 * 1000;
const BATCH = 1_000;

/** Deletes the events and deliveries of every workspace that are older than they are kept, and old idempotency keys. */
export async function purgeEvents({
	db,
	clock,
	keepDays,
}: Pick<Deps, "db" | "clock" | "keepDays">): Promise<void> {
	const before = new Date(clock.now().getTime() - keepDays * DAY_MS);
	await inEachWorkspace(db, BATCH, (workspaceId) =>
		deleteEventsBefore(workspaceId, before, BATCH),
	);
	await inEachWorkspace(db, BATCH, (workspaceId) =>
		deleteDeliveriesBefore(workspaceId, before, BATCH),
	);
	await inEachWorkspace(db, BATCH, (workspaceId) =>
		purgeIdempotencyKeys(workspaceId, clock.now(), BATCH),
	);
}

/** Deletes what is too old once an hour. Several processes that do so at once find nothing left to delete. */
export function purgeHourly(
	deps: Pick<Deps, "db" | "clock" | "keepDays" | "log">,
): { stop(): Promise<void> } {
	const stopping = new AbortController();
	const { signal } = stopping;
	const run = async () => {
		while (!signal.aborted) {
			await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
			if (signal.aborted) return;
			await purgeEvents(deps).catch((err) =>
				deps.log.warn({ err }, "old events not deleted"),
			);
		}
	};
	const done = run();
	return {
		stop() {
			stopping.abort();
			return done;
		},
	};
}
