import { setTimeout as sleep } from "node:timers/promises";
import { sqlState } from "../connection/sqlstate.ts";

/** A change of a table that waits for a lock makes every query behind it wait too: it gives up soon. */
export const LOCK_TIMEOUT_MS = 2_000;

const LOCK_NOT_AVAILABLE = "55P03";
/** A migration that locks several tables meets a request of an earlier version that has locked one of them. */
const DEADLOCK_DETECTED = "40P01";
const RETRIED = new Set([LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED]);
const ATTEMPTS_MAX = 10; // each waits for up to 2 s: longer than any statement of ours holds a lock
const RETRY_MS = 500;

/**
 * Attempts a change again that found a lock, once the lock had time to go.
 *
 * @param undo what a failed attempt leaves to do
 */
export async function retryLocked<T>(
	attempt: () => Promise<T>,
	undo: () => Promise<unknown> = async () => {},
): Promise<T> {
	for (let attempts = 1; ; attempts += 1) {
		try {
			return await attempt();
		} catch (err) {
			const isRetried = RETRIED.has(sqlState(err) ?? "");
			if (!isRetried || attempts === ATTEMPTS_MAX) throw err;
			await undo();
			await sleep(RETRY_MS);
		}
	}
}
