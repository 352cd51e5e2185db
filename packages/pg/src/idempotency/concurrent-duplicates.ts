import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "../connection/pool.ts";
import { inProgress, nameOf } from "./claim.ts";
import type { Operation } from "./operation.ts";

const WAIT_MS = 3_000; // the API promises to wait this long for a concurrent duplicate

const RUNNING = new WeakMap<Pool, Map<string, Promise<unknown>>>();

/**
 * Runs an attempt of the operation when no other attempt of it runs over the pool: concurrent duplicates queue up here,
 * and hold no connection meanwhile.
 *
 * @param attempt given the moment until which it may wait for duplicates elsewhere, on the clock of `performance.now()`.
 * @throws AppError `idempotency_in_progress` when the time is up before its turn comes.
 */
export async function withoutDuplicates<T>(
	pool: Pool,
	{ workspaceId, claim }: Operation,
	attempt: (giveUpAt: number) => Promise<T>,
): Promise<T> {
	const giveUpAt = performance.now() + WAIT_MS;
	if (!claim) return attempt(giveUpAt);
	const name = JSON.stringify(nameOf(workspaceId, claim));
	const running = runningOver(pool);
	for (let other = running.get(name); other; other = running.get(name)) {
		await settled(other, giveUpAt);
	}
	const own = attempt(giveUpAt);
	running.set(name, own);
	try {
		return await own;
	} finally {
		running.delete(name);
	}
}

/** What is left until that moment; a lock_timeout of 0 would mean forever. */
export function leftMs(giveUpAt: number): number {
	return Math.max(1, Math.ceil(giveUpAt - performance.now()));
}

function runningOver(pool: Pool): Map<string, Promise<unknown>> {
	let running = RUNNING.get(pool);
	if (!running) {
		running = new Map();
		RUNNING.set(pool, running);
	}
	return running;
}

/** Waits for the other attempt, however it ends, or until the time is up. */
async function settled(
	other: Promise<unknown>,
	giveUpAt: number,
): Promise<void> {
	if (performance.now() >= giveUpAt) throw inProgress();
	const timer = new AbortController();
	await Promise.race([
		other.catch(() => {}),
		sleep(leftMs(giveUpAt), undefined, { signal: timer.signal }).catch(
			() => {},
		),
	]);
	timer.abort();
}
