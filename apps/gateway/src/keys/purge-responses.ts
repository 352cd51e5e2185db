import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { purgeIdempotencyKeys } from "@supportdesk/pg/claim.ts";
import { inEachWorkspace } from "@supportdesk/pg/each-workspace.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";

const EVERY_MS = 60 * 60 * 1000;
const BATCH = 1_000;

/** Deletes responses that are not replayed any more once an hour. Several gateways that do so at once find nothing left. */
export function purgeResponsesHourly(
	db: Pool,
	now: () => number,
	log: Logger,
): { stop(): Promise<void> } {
	const stopping = new AbortController();
	const { signal } = stopping;
	const run = async () => {
		while (!signal.aborted) {
			await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
			if (signal.aborted) return;
			await inEachWorkspace(db, BATCH, (workspaceId) =>
				purgeIdempotencyKeys(workspaceId, new Date(now()), BATCH),
			).catch((err) => log.warn({ err }, "old responses not deleted"));
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
