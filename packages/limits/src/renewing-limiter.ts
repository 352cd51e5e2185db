import type { Limiter } from "./limiter.ts";
import { WINDOW_LENGTHS } from "./limits.ts";

// Two renewals may fail before a lease expires.
const RENEWAL_MS = WINDOW_LENGTHS.leaseMs / 4;

interface HeldLease {
	readonly key: string;
	/** Monotonic milliseconds. */
	readonly takenMs: number;
}

/**
 * Wraps a limiter so that leases last as long as their requests: leases of longer requests are renewed until they are
 * released.
 */
export function renewLeases(limiter: Limiter): Limiter {
	const held = new Map<string, HeldLease>();
	const timer = setInterval(() => {
		const dueMs = performance.now() - RENEWAL_MS;
		for (const [leaseId, { key, takenMs }] of held) {
			// The map is ordered by the time of admission.
			if (takenMs > dueMs) break;
			void limiter.renew(key, leaseId);
		}
	}, RENEWAL_MS);
	timer.unref();
	return {
		async admit(key, limits, leaseId) {
			const verdict = await limiter.admit(key, limits, leaseId);
			if (verdict.allowed && limits.concurrent !== null) {
				held.set(leaseId, { key, takenMs: performance.now() });
			}
			return verdict;
		},
		renew: (key, leaseId) => limiter.renew(key, leaseId),
		release(key, leaseId) {
			held.delete(leaseId);
			return limiter.release(key, leaseId);
		},
		close() {
			clearInterval(timer);
			return limiter.close();
		},
	};
}
