import { expect, it, test } from "vitest";
import { isRelay, PeerCounts } from "./peers.ts";

test.each([
	["10.1.2.3", true],
	["::ffff:10.1.2.3", true],
	["fd00::1", true],
	["203.0.113.9", false],
	["2001:db8::1", false],
	["", false],
])("whoever connects from %j relays mail: %s", (address, expected) => {
	expect(isRelay(address)).toBe(expected);
});

it("counts the connections from all addresses of an IPv6 network together", () => {
	const peers = new PeerCounts(2);
	expect(peers.open("2001:db8:1:2::1")).toBe(true);
	expect(peers.open("2001:db8:1:2:ffff::2")).toBe(true);
	expect(peers.open("2001:db8:1:2::3")).toBe(false);
	expect(peers.open("2001:db8:1:3::1")).toBe(true);
	peers.close("2001:db8:1:2::1");
	expect(peers.open("2001:db8:1:2::3")).toBe(true);
});
