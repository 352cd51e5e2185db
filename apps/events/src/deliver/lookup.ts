import { Resolver } from "node:dns/promises";

export interface Address {
	readonly address: string;
	/** 4 or 6. */
	readonly family: number;
}

/** Resolves a name to all of its addresses. */
export type Lookup = (hostname: string) => Promise<readonly Address[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const LOOPBACK: readonly Address[] = [
	{ address: "127.0.0.1", family: 4 },
	{ address: "::1", family: 6 },
];

/**
 * A lookup that queries the DNS servers of the system. `getaddrinfo` would block one of the process's few threads for each
 * name: names whose servers do not respond would hold up all other webhooks. The file of hosts is not read.
 *
 * @param servers DNS servers instead of the system's.
 */
export function createLookup(servers?: readonly string[]): Lookup {
	const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
	if (servers) resolver.setServers(servers);
	return async (hostname) => {
		const name = hostname.replace(/\.$/, "");
		// No server may be asked for these names (RFC 6761).
		if (/(^|\.)localhost$/i.test(name)) return LOOPBACK;
		const [ipv4, ipv6] = await Promise.allSettled([
			resolver.resolve4(name),
			resolver.resolve6(name),
		]);
		if (ipv4.status === "rejected" && ipv6.status === "rejected") {
			throw ipv4.reason;
		}
		return [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)];
	};
}

function addressesOf(
	result: PromiseSettledResult<string[]>,
	family: number,
): Address[] {
	return result.status === "fulfilled"
		? result.value.map((address) => ({ address, family }))
		: [];
}
