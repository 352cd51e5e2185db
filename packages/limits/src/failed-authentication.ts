import { isIPv4, isIPv6 } from "node:net";
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

/**
 * The bucket of an address: an IPv4 address itself; an IPv6 address's /64, which a provider assigns to one customer.
 */
export function addressBucket(address: string): string {
	const bare = address.split("%", 1)[0] ?? "";
	if (isIPv4(bare)) return bare;
	if (!isIPv6(bare)) return "unknown";
	const groups = ipv6Groups(bare);
	const mapped =
		groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
	if (mapped) {
		const [high = 0, low = 0] = groups.slice(6);
		return [high >> 8, high & 255, low >> 8, low & 255].join(".");
	}
	const network = groups.slice(0, 4).map((group) => group.toString(16));
	return `${network.join(":")}::/64`;
}

/** The eight 16-bit groups of a valid IPv6 address. */
function ipv6Groups(address: string): number[] {
	const [head = "", tail] = address.split("::", 2);
	const left = groupsOf(head);
	if (tail === undefined) return left;
	const right = groupsOf(tail);
	const zeros = new Array<number>(8 - left.length - right.length).fill(0);
	return [...left, ...zeros, ...right];
}

function groupsOf(part: string): number[] {
	if (part === "") return [];
	return part.split(":").flatMap((group) => {
		if (!group.includes(".")) return [Number.parseInt(group, 16)];
		const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
		return [(a << 8) | b, (c << 8) | d];
	});
}
