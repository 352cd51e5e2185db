import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";

// As often as gRPC looks a name up at most: a new replica is found within seconds.
const LOOK_UP_EVERY_MS = 5_000;
// Until a name is known: a service that starts together with its callers.
const LOOK_UP_FIRST_MS = 1_000;
const NAME_SERVER_MS = 2_000;

/** Where the instances of a service are, followed as they come and go. */
export interface Addresses {
	/** Host and port, or whatever else the target names, as one text. */
	readonly authority: string;
	/** Tells of every instance as a gRPC target, now and whenever the set changes. */
	watch(onChange: (targets: string[]) => void): void;
	stop(): void;
}

/**
 * Understands what gRPC does: `host:port`, `dns:///host:port`, `dns://name-server:53/host:port`,
 * `ipv4:1.2.3.4:1,1.2.3.4:2`, `ipv6:[::1]:1` and `unix:/path`. Names are looked up again every five seconds.
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
	const find = server === "" ? askSystem : askServer(server);
	return named(authority, async () => (await find(host)).map(targetOf));
}

type Find = (host: string) => Promise<string[]>;

const askSystem: Find = async (host) =>
	(await lookup(host, { all: true })).map(({ address }) => address);

function askServer(server: string): Find {
	const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 });
	resolver.setServers([server]);
	return async (host) => {
		const both = [resolver.resolve4(host), resolver.resolve6(host)];
		const answers = await Promise.allSettled(both);
		const found = answers.flatMap((answer) =>
			answer.status === "fulfilled" ? answer.value : [],
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
			const look = async () => {
				try {
					const targets = (await find()).sort();
					if (!stopped && targets.join() !== known) {
						known = targets.join();
						onChange(targets);
					}
				} catch {
					// What was known still holds: a name server's failure is not the instances'.
				}
				const nextMs = known ? LOOK_UP_EVERY_MS : LOOK_UP_FIRST_MS;
				if (!stopped) timer = setTimeout(look, nextMs).unref();
			};
			void look();
		},
		stop() {
			stopped = true;
			clearTimeout(timer);
		},
	};
}
