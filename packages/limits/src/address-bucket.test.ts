import { expect, test } from "vitest";
import { addressBucket } from "./address-bucket.ts";

test.each([
	["203.0.113.9", "203.0.113.9"],
	["::ffff:203.0.113.9", "203.0.113.9"],
	["::ffff:cb00:7109", "203.0.113.9"],
	["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
	["2001:DB8:1:2:ffff::1", "2001:db8:1:2::/64"],
	["2001:db8::1", "2001:db8:0:0::/64"],
	["fe80::1%eth0", "fe80:0:0:0::/64"],
	["::1", "0:0:0:0::/64"],
	["", "unknown"],
	["not an address", "unknown"],
])("the bucket of %j is %s", (address, bucket) => {
	expect(addressBucket(address)).toBe(bucket);
});
