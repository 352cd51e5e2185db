import { BlockList, isIPv4, isIPv6 } from "node:net";

// The special-purpose registries of IANA (RFC 6890 and its updates): what is no address of the public internet.
const RESERVED_IPV4 = [
	["0.0.0.0", 8], // this network
	["10.0.0.0", 8], // private
	["100.64.0.0", 10], // shared by carriers
	["127.0.0.0", 8], // loopback
	["169.254.0.0", 16], // link-local; metadata of clouds
	["172.16.0.0", 12], // private
	["192.0.0.0", 24], // protocol assignments
	["192.0.2.0", 24], // documentation
	["192.88.99.0", 24], // 6to4 relays
	["192.168.0.0", 16], // private
	["198.18.0.0", 15], // benchmarks
	["198.51.100.0", 24], // documentation
	["203.0.113.0", 24], // documentation
	["224.0.0.0", 4], // multicast
	["240.0.0.0", 4], // reserved; broadcast
] as const;
const GLOBAL_IPV6 = [["2000::", 3]] as const;
const RESERVED_IPV6 = [
	["2001::", 23], // protocol assignments; Teredo
	["2001:db8::", 32], // documentation
	["2002::", 16], // 6to4: holds an IPv4 address
	["3fff::", 20], // documentation
	["fd00:ec2::", 32], // metadata of clouds
] as const;
/** Prefixes behind which the last 32 bits are an IPv4 address: mapped, and translated by NAT64 (RFC 6052, RFC 8215). */
const HOLDING_IPV4 = [
	["::ffff:0:0", 96],
	["64:ff9b::", 96],
] as const;

const reservedIpv4 = blockListOf("ipv4", RESERVED_IPV4);
const globalIpv6 = blockListOf("ipv6", GLOBAL_IPV6);
const reservedIpv6 = blockListOf("ipv6", RESERVED_IPV6);
const holdingIpv4 = blockListOf("ipv6", HOLDING_IPV4);

function blockListOf(
	family: "ipv4" | "ipv6",
	networks: readonly (readonly [string, number])[],
): BlockList {
	const list = new BlockList();
	for (const [network, prefix] of networks) {
		list.addSubnet(network, prefix, family);
	}
	return list;
}

/** Networks that connections may go to although they are not public: `10.1.0.0/16`, `::1/128`. */
export type AllowedNetworks = BlockList;

/** @throws Error for what is no network in CIDR notation. */
export function allowedNetworks(networks: readonly string[]): AllowedNetworks {
	const list = new BlockList();
	for (const each of networks) {
		const [network = "", prefix = ""] = each.split("/", 2);
		const family = isIPv6(network) ? "ipv6" : "ipv4";
		list.addSubnet(network, Number(prefix), family);
	}
	return list;
}

/** Whether a connection may be opened to this IP address. Whatever is not known to be public is refused. */
export function isAllowedAddress(
	address: string,
	allowed: AllowedNetworks,
): boolean {
	if (isIPv4(address)) {
		return (
			allowed.check(address, "ipv4") || !reservedIpv4.check(address, "ipv4")
		);
	}
	if (!isIPv6(address)) return false;
	if (allowed.check(address, "ipv6")) return true;
	if (holdingIpv4.check(address, "ipv6")) {
		return isAllowedAddress(lastIpv4(address), allowed);
	}
	return (
		globalIpv6.check(address, "ipv6") && !reservedIpv6.check(address, "ipv6")
	);
}

/** The IPv4 address in the last 32 bits. */
function lastIpv4(address: string): string {
	// The URL parser writes every IPv6 address in one way, the last two groups in hexadecimal.
	const { hostname } = new URL(`http://[${address}]`);
	const groups = hostname.slice(1, -1).split(":");
	const [high = 0, low = 0] = groups
		.slice(-2)
		.map((group) => Number.parseInt(group || "0", 16));
	return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
