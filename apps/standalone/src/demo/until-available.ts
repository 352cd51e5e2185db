import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@supportdesk/errors/app-error.ts";

const ATTEMPTS_MAX = 15;
const PAUSE_MS = 1_000;

/**
 * Repeats an attempt that failed because the database did not answer in time: while everything of the process starts, and
 * jobs that a killed one has left run, a busy machine keeps a connection waiting for seconds.
 */
export async function untilAvailable<T>(
	attempt: () => Promise<T>,
	pauseMs = PAUSE_MS,
): Promise<T> {
	for (let attempts = 1; ; attempts += 1) {
		try {
			return await attempt();
		} catch (err) {
			if (attempts === ATTEMPTS_MAX || !isUnavailable(err)) throw err;
			await sleep(pauseMs);
		}
	}
}

function isUnavailable(err: unknown): boolean {
	return err instanceof AppError && err.type === "service_unavailable";
}
