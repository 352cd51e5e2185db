import { describe, expect, it } from "vitest";
import { rateLimitHeaders } from "./headers.ts";
import { WINDOW_LENGTHS } from "./limits.ts";
import { MemoryLimiter } from "./memory-limiter.ts";
import { PLANS } from "./plans.ts";
import { unusedVerdict } from "./verdict.ts";

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const { starter, enterprise } = PLANS;

describe("rate-limit headers", () => {
	it("report 59 of 60 on the first response and keep the reset, rounded up, for the whole window", async () => {
		let now = NOON_MS + 1;
		const limiter = new MemoryLimiter(() => now);
		const first = rateLimitHeaders(await limiter.admit("key", starter, "a"));
		expect(first).toEqual({
			"X-RateLimit-Limit": "60",
			"X-RateLimit-Remaining": "59",
			"X-RateLimit-Reset": String(NOON_MS / 1000 + 61),
			"X-RateLimit-Burst-Remaining": "119",
			"X-RateLimit-Day-Limit": "10000",
			"X-RateLimit-Day-Remaining": "9999",
			"X-RateLimit-Day-Reset": String(Date.UTC(2026, 10, 22) / 1000),
			"RateLimit-Policy":
				'"minute";q=60;w=60, "burst";q=120;w=10, "day";q=10000;w=86400, "concurrent";q=10;qu="concurrent-requests"',
			RateLimit:
				'"minute";r=59;t=60, "burst";r=119;t=10, "day";r=9999;t=43200, "concurrent";r=9',
		});
		now += 59_999;
		const last = rateLimitHeaders(await limiter.admit("key", starter, "b"));
		expect(last["X-RateLimit-Reset"]).toBe(first["X-RateLimit-Reset"]);
		expect(last["X-RateLimit-Remaining"]).toBe("58");
	});

	it("include Retry-After on a refusal and on no other response", async () => {
		const limiter = new MemoryLimiter(() => NOON_MS);
		const one = { ...starter, perMinute: 1 };
		const admitted = await limiter.admit("key", one, "a");
		const refused = await limiter.admit("key", one, "b");
		expect(rateLimitHeaders(admitted)).not.toHaveProperty("Retry-After");
		expect(rateLimitHeaders(refused)).toMatchObject({
			"Retry-After": "60",
			"X-RateLimit-Remaining": "0",
		});
	});

	it("report the day's end when the daily limit is used up", async () => {
		const limiter = new MemoryLimiter(() => NOON_MS);
		const one = { ...starter, perDay: 1 };
		await limiter.admit("key", one, "a");
		const refused = await limiter.admit("key", one, "b");
		expect(refused.code).toBe("rate_limit_day");
		expect(rateLimitHeaders(refused)).toMatchObject({
			"X-RateLimit-Limit": "60",
			"X-RateLimit-Remaining": "0",
			"X-RateLimit-Reset": String(Date.UTC(2026, 10, 22) / 1000),
			"Retry-After": String(12 * 3600),
		});
	});

	it("omit the day on a plan without a daily limit", () => {
		const headers = rateLimitHeaders(
			unusedVerdict(enterprise, WINDOW_LENGTHS, NOON_MS),
		);
		expect(Object.keys(headers).filter((name) => name.includes("Day"))).toEqual(
			[],
		);
		expect(headers["X-RateLimit-Remaining"]).toBe("1000");
	});
});
