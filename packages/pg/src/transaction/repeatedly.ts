import { setTimeout as sleep } from "node:timers/promises";
import { isWorthRepeating, toAppError } from "../connection/sqlstate.ts";

const ATTEMPTS_MAX = 3; // of the whole transaction, after deadlocks and the like
const RETRY_JITTER_MS = 20;

/** Retries transient failures: deadlocks, serialization failures, outdated plans. @throws AppError for everything else. */
export async function repeatedly<T>(attempt: () => Promise<T>): Promise<T> {
	for (let attempts = 1; ; attempts += 1) {
		try {
			return await attempt();
		} catch (err) {
			if (attempts === ATTEMPTS_MAX || !isWorthRepeating(err)) {
				throw toAppError(err);
			}
			await sleep(Math.random() * RETRY_JITTER_MS * attempts);
		}
	}
}
