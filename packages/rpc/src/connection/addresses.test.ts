import { expect, it, test } from "vitest";
import { addressesOf } from "./addresses.ts";

/** The authority and the targets of fixed addresses, which are reported at once. */
function fixedTargetsOf(target: string) {
	const found: string[] = [];
	const addresses = addressesOf(target);
	addresses.watch((targets) => found.push(...targets));
	addresses.stop();
	return [addresses.authority, ...found];
}

test.each([
	["127.0.0.1:50051", ["127.0.0.1:50051", "ipv4:127.0.0.1:50051"]],
	["[::1]:50051", ["[::1]:50051", "ipv6:[::1]:50051"]],
	["dns:///127.0.0.1:80", ["127.0.0.1:80", "ipv4:127.0.0.1:80"]],
	[
		"ipv4:1.2.3.4:5,1.2.3.5:5",
		["1.2.3.4:5", "ipv4:1.2.3.4:5", "ipv4:1.2.3.5:5"],
	],
	["ipv6:[::1]:5", ["[::1]:5", "ipv6:[::1]:5"]],
	["unix:/run/tickets.sock", ["localhost", "unix:/run/tickets.sock"]],
])("parses %s as gRPC does", (target, expected) => {
	expect(fixedTargetsOf(target)).toEqual(expected);
});

it("resolves names", async () => {
	const addresses = addressesOf("dns:///localhost:50051");
	const found = await new Promise<string[]>(addresses.watch);
	addresses.stop();
	expect(addresses.authority).toBe("localhost:50051");
	for (const target of found) {
		expect(["ipv4:127.0.0.1:50051", "ipv6:[::1]:50051"]).toContain(target);
	}
});
