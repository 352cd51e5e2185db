import type { Limits } from "./limits.ts";
import type { Verdict } from "./verdict.ts";

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
	/** Lets a lease that is still held run its whole length from now on. Never rejects; does nothing for any other lease. */
	renew(key: string, leaseId: string): Promise<void>;
	/** Gives the concurrency slot back. Safe to repeat, and for a lease that was never taken. */
	release(key: string, leaseId: string): Promise<void>;
	close(): Promise<void>;
}
