import { setTimeout as sleep } from "node:timers/promises";
import { purgeAuditEvents } from "@supportdesk/accounts/audit-events.ts";
import { purgeLinks } from "@supportdesk/accounts/links.ts";
import { purgeSessions } from "@supportdesk/accounts/sessions.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { purgeIdempotencyKeys } from "@supportdesk/pg/claim.ts";
import { inEachWorkspace } from "@supportdesk/pg/each-workspace.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";

const EVERY_MS = 60 * 60 * 1000;
const BATCH = 1_000;
const AUDIT_KEPT_MS = 365 * 24 * EVERY_MS;

/** Deletes responses that are not replayed any more, ended sessions, old links and old audit events once an hour. Several gateways that do so at once find nothing left. */
export function purgeHourly(
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
			const at = new Date(now());
			const yearAgo = new Date(at.getTime() - AUDIT_KEPT_MS);
			for (const statementFor of [
				(id: string) => purgeIdempotencyKeys(id, at, BATCH),
				(id: string) => purgeSessions(id, at, BATCH),
				(id: string) => purgeLinks(id, at, BATCH),
				(id: string) => purgeAuditEvents(id, yearAgo, BATCH),
			])
				await inEachWorkspace(db, BATCH, statementFor).catch((err) =>
					log.warn({ err }, "old rows not deleted"),
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
