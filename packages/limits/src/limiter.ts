import type { Limits } from "./limits.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Counts requests against limits. Two engines share this interface and give the same verdicts: `MemoryLimiter` for one
 * process, `RedisLimiter` for many. `FallbackLimiter` uses the first when the second fails.
 */
export interface Limiter {
	/**
	 * Counts one request of `key` if all its limits allow it; a refused request consumes nothing. `leaseId` names the
	 * request (its request id): it holds one concurrency slot until `release`, or until the lease expires.
	 */
	admit(key: string, limits: Limits, leaseId: string): Promise<Verdict>;
	/** Extends an unexpired lease by its full length from now. Never rejects; ignores any other lease. */
	renew(key: string, leaseId: string): Promise<void>;
	/** Releases the concurrency slot. Safe to repeat, and for a lease that was never taken. */
	release(key: string, leaseId: string): Promise<void>;
	close(): Promise<void>;
}
