import { Resolver } from "node:dns/promises";

// Ten times the longest that are in use. What is read of longer ones takes seconds.
const TEXT_LENGTH_MAX = 8 * 1024;

/** Looks names up in the DNS, as `resolve` of `node:dns` does. */
export type ResolveName = (name: string, type: string) => Promise<unknown>;

/**
 * Looks names up, waiting for two seconds at most.
 *
 * @param servers to ask; the machine's own when there are none
 */
export function createResolveName(servers: readonly string[]): ResolveName {
	const resolver = new Resolver({ timeout: 1_000, tries: 2 });
	if (servers.length > 0) resolver.setServers(servers);
	return async (name, type) => {
		try {
			const records = await resolver.resolve(name, type);
			return type === "TXT" ? (records as string[][]).filter(isShort) : records;
		} catch (err) {
			// What is no name has no records.
			if ((err as { code?: unknown }).code !== "EBADNAME") throw err;
			throw Object.assign(err as Error, { code: "ENOTFOUND" });
		}
	};
}

function isShort(texts: readonly string[]): boolean {
	return texts.join("").length <= TEXT_LENGTH_MAX;
}
