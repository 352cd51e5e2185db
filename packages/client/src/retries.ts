import { ApiError, ConnectionError } from "./errors.ts";

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
const JITTER_MS = 1_000; // keeps clients that failed together from returning together
const STATUSES = [429, 502, 503];

/** Whether the same request may succeed later. */
export function isTransient(error: unknown): boolean {
	if (error instanceof ConnectionError) return true;
	if (!(error instanceof ApiError)) return false;
	return (
		STATUSES.includes(error.status) || error.code === "idempotency_in_progress"
	);
}

/**
 * What to wait before a retry.
 *
 * @param attempt counts from 0.
 * @param statedMs what the server has asked for, if it is not in the error.
 */
export function retryDelayMs(
	error: unknown,
	attempt: number,
	statedMs?: number,
): number {
	const seconds =
		error instanceof ApiError ? error.retryAfterSeconds : undefined;
	const ms =
		statedMs ??
		(seconds === undefined
			? Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS)
			: seconds * 1_000);
	return ms + Math.random() * JITTER_MS;
}

/** Rejects with the signal's reason when it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const end = () => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", end);
			if (signal?.aborted) reject(signal.reason);
			else resolve();
		};
		const timer = setTimeout(end, ms);
		signal?.addEventListener("abort", end);
		if (signal?.aborted) end();
	});
}
