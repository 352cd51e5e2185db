import { describe, expect, it } from "vitest";
import { WINDOW_LENGTHS } from "./limits.ts";
import { MemoryLimiter } from "./memory-limiter.ts";
import { PLANS } from "./plans.ts";

const { starter, growth } = PLANS;

describe("the in-process limiter", () => {
	it("refuses request 61 within a minute of the first, at any clock time, and admits it at the minute's end", async () => {
		let now = 1_763_700_059_999;
		const limiter = new MemoryLimiter(() => now);
		const limits = { ...starter, concurrent: null };
		for (let i = 0; i < 60; i++) await limiter.admit("key", limits, `req_${i}`);
		now += 59_999;
		expect(await limiter.admit("key", limits, "req_61")).toMatchObject({
			code: "rate_limit_minute",
			retryAfterSeconds: 1,
		});
		now += 1;
		expect(await limiter.admit("key", limits, "req_61")).toMatchObject({
			allowed: true,
			minute: { remaining: 59 },
		});
	});

	it("keeps the count when the plan changes and does not affect another key", async () => {
		const limiter = new MemoryLimiter(() => 1_000_000);
		for (let i = 0; i < 5; i++)
			await limiter.admit("key_a", starter, `req_${i}`);
		expect(await limiter.admit("key_a", growth, "req_5")).toMatchObject({
			minute: { limit: 300, remaining: 294 },
		});
		expect(await limiter.admit("key_b", starter, "req_6")).toMatchObject({
			minute: { remaining: 59 },
		});
	});

	it("starts a new window when the clock was set back", async () => {
		let now = 5_000_000;
		const limiter = new MemoryLimiter(() => now);
		const one = { ...starter, perMinute: 1 };
		await limiter.admit("key", one, "req_1");
		now -= 3_600_000;
		expect(await limiter.admit("key", one, "req_2")).toMatchObject({
			allowed: true,
		});
	});

	it("keeps a slot as long as its lease is renewed, and never renews an expired lease", async () => {
		let now = 1_000_000;
		const limiter = new MemoryLimiter(() => now);
		const one = { ...starter, concurrent: 1 };
		await limiter.admit("key", one, "req_long");
		now += WINDOW_LENGTHS.leaseMs - 1;
		await limiter.renew("key", "req_long");
		now += WINDOW_LENGTHS.leaseMs - 1;
		expect(await limiter.admit("key", one, "req_2")).toMatchObject({
			code: "concurrency_limit",
		});
		now += 1;
		await limiter.renew("key", "req_long");
		await limiter.renew("key", "req_never");
		expect(await limiter.admit("key", one, "req_2")).toMatchObject({
			allowed: true,
		});
	});

	it("removes keys with expired windows, without a timer", async () => {
		let now = 0;
		const limiter = new MemoryLimiter(() => now);
		const limits = { ...starter, perDay: null };
		for (let i = 0; i < 1_000; i++)
			await limiter.admit(`address:${i}`, limits, "req");
		now = 60_000;
		for (let i = 0; i < 600; i++) await limiter.admit("key", limits, "req");
		expect(limiter.size).toBe(1);
	});
});
