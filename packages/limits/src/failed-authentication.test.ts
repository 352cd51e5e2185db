import { describe, expect, it } from "vitest";
import { countFailedAuthentication } from "./failed-authentication.ts";
import { MemoryLimiter } from "./memory-limiter.ts";

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
