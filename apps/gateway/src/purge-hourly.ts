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

/** How long rows are kept that nothing reads any more. */
export interface Retention {
	/** Of sessions that are not used. */
	readonly idleMs: number;
	readonly auditMs: number;
}

/** Purges once an hour. Several gateways that do so at once find nothing left. */
export function purgeHourly(
	db: Pool,
	retention: Retention,
	now: () => number,
	log: Logger,
): { stop(): Promise<void> } {
	const stopping = new AbortController();
	const { signal } = stopping;
	const run = async () => {
		while (!signal.aborted) {
			await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
			if (!signal.aborted) await purge(db, retention, now(), log);
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

/** Deletes responses that are not replayed any more, ended sessions, old links and old audit events. */
export async function purge(
	db: Pool,
	{ idleMs, auditMs }: Retention,
	nowMs: number,
	log: Logger,
): Promise<void> {
	const at = new Date(nowMs);
	const unusedSince = new Date(nowMs - idleMs);
	const auditedBefore = new Date(nowMs - auditMs);
	for (const statementFor of [
		(id: string) => purgeIdempotencyKeys(id, at, BATCH),
		(id: string) => purgeSessions(id, at, unusedSince, BATCH),
		(id: string) => purgeLinks(id, at, BATCH),
		(id: string) => purgeAuditEvents(id, auditedBefore, BATCH),
	])
		await inEachWorkspace(db, BATCH, statementFor).catch((err) =>
			log.warn({ err }, "old rows not deleted"),
		);
}
