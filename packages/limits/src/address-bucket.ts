import { isIPv4, isIPv6 } from "node:net";

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
