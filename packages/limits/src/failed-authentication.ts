import { addressBucket } from "./address-bucket.ts";
import type { Limiter } from "./limiter.ts";
import type { Limits } from "./limits.ts";
import type { Verdict } from "./verdict.ts";

/** How often one client address may fail to authenticate; a request with a valid key never counts here. */
export const FAILED_AUTHENTICATION_LIMITS: Limits = {
	perMinute: 600,
	burst: 1_200,
	perDay: null,
	concurrent: null,
};

/**
 * Counts one failed authentication of a client address. The verdict provides the response's headers, and `allowed:
 * false` turns its 401 into a 429. `address` is the client's, as the trusted proxy reported it.
 */
export function countFailedAuthentication(
	limiter: Limiter,
	address: string,
): Promise<Verdict> {
	const key = `address:${addressBucket(address)}`;
	// No concurrency limit, so no lease is taken and the lease id is never stored.
	return limiter.admit(key, FAILED_AUTHENTICATION_LIMITS, "");
}
