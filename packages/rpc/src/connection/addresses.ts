import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";

// gRPC resolves a name as often at most: a new replica is found within seconds.
const LOOKUP_EVERY_MS = 5_000;
// Until a name is known: for a service that starts together with its callers.
const LOOKUP_RETRY_MS = 1_000;
const NAME_SERVER_MS = 2_000;

/** The addresses of a service's instances, updated as instances start and stop. */
export interface Addresses {
	/** Host and port as one text; `localhost` for a socket's path. */
	readonly authority: string;
	/** Reports every instance as a gRPC target, now and whenever the set changes. */
	watch(onChange: (targets: string[]) => void): void;
	stop(): void;
}

/**
 * Parses the targets of gRPC: `host:port`, `dns:///host:port`, `dns://name-server:53/host:port`,
 * `ipv4:1.2.3.4:1,1.2.3.4:2`, `ipv6:[::1]:1` and `unix:/path`. Names are resolved again every five seconds.
 */
export function addressesOf(target: string): Addresses {
	const [, scheme = "dns", rest = target] =
		/^(dns|ipv4|ipv6|unix):(.*)$/s.exec(target) ?? [];
	if (scheme === "unix") return fixed("localhost", [target]);
	if (scheme !== "dns") {
		const each = rest.split(",").map((address) => `${scheme}:${address}`);
		return fixed(rest.split(",")[0]!, each);
	}
	const [, server = "", authority = rest] =
		/^\/\/([^/]*)\/(.*)$/s.exec(rest) ?? [];
	const { hostname, port } = new URL(`http://${authority}`);
	const host = hostname.replace(/^\[|\]$/g, "");
	// A URL leaves out its scheme's own port.
	const targetOf = (address: string) => targetAt(address, port || "80");
	if (isIP(host)) return fixed(authority, [targetOf(host)]);
	const find = server === "" ? resolveBySystem : resolveByServer(server);
	return named(authority, async () => (await find(host)).map(targetOf));
}

type Find = (host: string) => Promise<string[]>;

const resolveBySystem: Find = async (host) =>
	(await lookup(host, { all: true })).map(({ address }) => address);

function resolveByServer(server: string): Find {
	const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 });
	resolver.setServers([server]);
	return async (host) => {
		const both = [resolver.resolve4(host), resolver.resolve6(host)];
		const results = await Promise.allSettled(both);
		const found = results.flatMap((result) =>
			result.status === "fulfilled" ? result.value : [],
		);
		if (found.length === 0) throw new Error(`${server} knows no ${host}`);
		return found;
	};
}

function targetAt(address: string, port: string): string {
	return isIP(address) === 6
		? `ipv6:[${address}]:${port}`
		: `ipv4:${address}:${port}`;
}

function fixed(authority: string, targets: string[]): Addresses {
	return {
		authority,
		watch: (onChange) => onChange(targets),
		stop() {},
	};
}

function named(authority: string, find: () => Promise<string[]>): Addresses {
	let timer: NodeJS.Timeout | undefined;
	let stopped = false;
	return {
		authority,
		watch(onChange) {
			let known = "";
			const resolve = async () => {
				try {
					const targets = (await find()).sort();
					if (!stopped && targets.join() !== known) {
						known = targets.join();
						onChange(targets);
					}
				} catch {
					// What was known still holds: a name server's failure is not the instances'.
				}
				const nextMs = known ? LOOKUP_EVERY_MS : LOOKUP_RETRY_MS;
				if (!stopped) timer = setTimeout(resolve, nextMs).unref();
			};
			void resolve();
		},
		stop() {
			stopped = true;
			clearTimeout(timer);
		},
	};
}
