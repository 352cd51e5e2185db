import { addressBucket } from "@supportdesk/limits/address-bucket.ts";
import { countFailedAuthentication } from "@supportdesk/limits/failed-authentication.ts";
import type { Limiter } from "@supportdesk/limits/limiter.ts";
import type { Verdict } from "@supportdesk/limits/verdict.ts";

const ENTRIES_MAX = 10_000; // about 2 MB; the oldest entries are evicted

/** Counts failed authentications by client address, and records the addresses that try unknown keys past their limit. */
export interface RefusedAddresses {
	/**
	 * Counts one failed authentication.
	 *
	 * @param isKey whether the request presented a well-formed key, which costs a query.
	 */
	count(address: string, isKey: boolean): Promise<Verdict>;
	/** Whether the address has presented an unknown key past its limit, according to this process's last verdict. */
	has(address: string): boolean;
}

/** @param now milliseconds; the clock is the caller's. */
export function createRefusedAddresses(
	limiter: Limiter,
	now: () => number,
): RefusedAddresses {
	const refusedUntilMs = new Map<string, number>();
	return {
		async count(address, isKey) {
			const verdict = await countFailedAuthentication(limiter, address);
			const bucket = addressBucket(address);
			if (verdict.allowed) refusedUntilMs.delete(bucket);
			else if (isKey) {
				refusedUntilMs.delete(bucket); // keeps the map in order of insertion
				const untilMs = now() + verdict.retryAfterSeconds * 1_000;
				refusedUntilMs.set(bucket, untilMs);
				const [oldest] = refusedUntilMs.keys();
				if (refusedUntilMs.size > ENTRIES_MAX) refusedUntilMs.delete(oldest!);
			}
			return verdict;
		},
		has: (address) => now() < (refusedUntilMs.get(addressBucket(address)) ?? 0),
	};
}
