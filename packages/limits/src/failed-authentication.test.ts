import { describe, expect, it, test } from "vitest";
import {
	addressBucket,
	countFailedAuthentication,
} from "./failed-authentication.ts";
import { MemoryLimiter } from "./memory-limiter.ts";

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

describe("failed authentications of an address", () => {
	it("pass 600 times a minute while the headers count down, then are refused", async () => {
		const limiter = new MemoryLimiter(() => 1_000_000);
		const verdicts = [];
		for (let i = 0; i < 601; i++)
			verdicts.push(
				await countFailedAuthentication(limiter, `2001:db8::${i.toString(16)}`),
			);
		expect(verdicts[0]).toMatchObject({
			allowed: true,
			minute: { limit: 600, remaining: 599 },
			burst: { limit: 1200 },
			concurrent: null,
		});
		expect(verdicts[599]).toMatchObject({ allowed: true });
		expect(verdicts[600]).toMatchObject({
			allowed: false,
			code: "rate_limit_minute",
			retryAfterSeconds: 60,
		});
		expect(
			await countFailedAuthentication(limiter, "2001:db8:0:1::1"),
		).toMatchObject({ allowed: true });
	});
});
