import type { Verdict } from "./verdict.ts";

/** The four ceilings of an API key. null: this one does not apply and is not counted. */
export interface Limits {
	readonly perMinute: number;
	/** Requests within the 10-second window. */
	readonly burst: number;
	/** Requests within a UTC day. */
	readonly perDay: number | null;
	/** Requests in progress at one moment. */
	readonly concurrent: number | null;
}

/**
 * Counts requests against limits. Two engines share this interface and give the same answers: `MemoryLimiter` for one process, `RedisLimiter` for
 * many. `FallbackLimiter` puts the first behind the second.
 */
export interface Limiter {
	/**
	 * Counts one request of `key` if all its limits allow it; a refused request consumes nothing.
	 * `leaseId` names the request (its request id): it holds one concurrency slot until `release`, or until the lease runs out.
	 */
	admit(key: string, limits: Limits, leaseId: string): Promise<Verdict>;
	/** Gives the concurrency slot back. Safe to repeat, and for a lease that was never taken. */
	release(key: string, leaseId: string): Promise<void>;
	close(): Promise<void>;
}

/** How long each window and each lease lasts. Production uses `WINDOW_LENGTHS`; tests use shorter ones. */
export interface WindowLengths {
	readonly minuteMs: number;
	readonly burstMs: number;
	readonly dayMs: number;
	readonly leaseMs: number;
}

export const WINDOW_LENGTHS: WindowLengths = {
	minuteMs: 60_000,
	burstMs: 10_000,
	dayMs: 86_400_000,
	// Longer than the 30 s a request may take, and the longest that a crashed gateway keeps a slot.
	leaseMs: 35_000,
};
