import { BlockList, isIP } from "node:net";
import { addressBucket } from "@supportdesk/limits/address-bucket.ts";

/** Networks that have no senders of their own: whoever connects from there relays mail. */
const RELAYS = new BlockList();
for (const [network, bits] of [
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.168.0.0", 16],
] as const)
	RELAYS.addSubnet(network, bits, "ipv4");
RELAYS.addAddress("::1", "ipv6");
RELAYS.addSubnet("fc00::", 7, "ipv6");
RELAYS.addSubnet("fe80::", 10, "ipv6");

/** Whether a peer is in a private network: its own address says nothing of who sent a mail. */
export function isRelay(address: string): boolean {
	const version = isIP(address);
	return (
		version !== 0 && RELAYS.check(address, version === 6 ? "ipv6" : "ipv4")
	);
}

/** Counts the connections of each peer. One that has a whole network of IPv6 addresses is one peer. */
export class PeerCounts {
	readonly #counts = new Map<string, number>();
	readonly #max: number;

	constructor(max: number) {
		this.#max = max;
	}

	/** Whether the peer may have another connection; counts it if so. */
	open(address: string): boolean {
		const peer = addressBucket(address);
		const count = this.#counts.get(peer) ?? 0;
		if (count >= this.#max) return false;
		this.#counts.set(peer, count + 1);
		return true;
	}

	close(address: string): void {
		const peer = addressBucket(address);
		const left = (this.#counts.get(peer) ?? 0) - 1;
		if (left > 0) this.#counts.set(peer, left);
		else this.#counts.delete(peer);
	}
}
