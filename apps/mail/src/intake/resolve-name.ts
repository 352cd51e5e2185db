import { Resolver } from "node:dns/promises";

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
	return (name, type) =>
		resolver.resolve(name, type).catch((err) => {
			// What is no name has no records.
			throw err.code === "EBADNAME"
				? Object.assign(err, { code: "ENOTFOUND" })
				: err;
		});
}
