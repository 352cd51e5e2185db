import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Pool } from "../connection/pool.ts";

const RUNNING = new WeakMap<Pool, Map<string, Promise<unknown>>>();

/** The operations that run over the pool, by name. Their twins queue up here and hold no connection meanwhile. */
export function runningOf(pool: Pool): Map<string, Promise<unknown>> {
	let running = RUNNING.get(pool);
	if (!running) {
		running = new Map();
		RUNNING.set(pool, running);
	}
	return running;
}

/**
 * Waits for the twin, however it ends, or until the time is up.
 *
 * @param giveUpAt on the clock of `performance.now()`.
 * @throws AppError `idempotency_in_progress` when the time was up before.
 */
export async function settled(
	twin: Promise<unknown>,
	giveUpAt: number,
): Promise<void> {
	const leftMs = giveUpAt - performance.now();
	if (leftMs <= 0) throw inProgress();
	const timer = new AbortController();
	await Promise.race([
		twin.catch(() => {}),
		sleep(leftMs, undefined, { signal: timer.signal }).catch(() => {}),
	]);
	timer.abort();
}

/** The first request with the key is still running. */
export function inProgress(cause?: unknown): AppError {
	return new AppError(
		"conflict",
		"idempotency_in_progress",
		"The first request with this idempotency key is still running. Retry in a second.",
		{ param: "Idempotency-Key", retryAfterSeconds: 1, cause },
	);
}
