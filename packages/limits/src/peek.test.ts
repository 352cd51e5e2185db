import { expect, it } from "vitest";
import { MemoryLimiter } from "./memory-limiter.ts";
import { peekLimits } from "./peek.ts";
import { PLANS } from "./plans.ts";

const { starter, enterprise } = PLANS;

it("shows what is left and consumes nothing", async () => {
	const limiter = new MemoryLimiter(() => 1_000_000);
	await limiter.admit("key", starter, "req_1");
	for (let i = 0; i < 100; i++) await peekLimits(limiter, "key", starter);
	expect(await peekLimits(limiter, "key", starter)).toMatchObject({
		allowed: true,
		code: null,
		retryAfterSeconds: 0,
		minute: { limit: 60, remaining: 59, resetMs: 1_060_000 },
		burst: { limit: 120, remaining: 119, resetMs: 1_010_000 },
		day: { limit: 10_000, remaining: 9_999 },
		concurrent: { limit: 10, remaining: 9 },
	});
	await limiter.release("key", "req_1");
	expect(await peekLimits(limiter, "key", starter)).toMatchObject({
		concurrent: { remaining: 10 },
	});
});

it("opens no window of an unused key, and shows no limit that the key does not have", async () => {
	let now = 1_000_000;
	const limiter = new MemoryLimiter(() => now);
	const limits = { ...enterprise, concurrent: null };
	await peekLimits(limiter, "key", limits);
	now += 30_000;
	expect(await peekLimits(limiter, "key", limits)).toMatchObject({
		minute: { remaining: 1_000, resetMs: now + 60_000 },
		day: null,
		concurrent: null,
	});
	expect(limiter.size).toBe(0);
});
