import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WINDOW_LENGTHS } from "./limits.ts";
import { MemoryLimiter } from "./memory-limiter.ts";
import { PLANS } from "./plans.ts";
import { renewLeases } from "./renewing-limiter.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("holds the slot of a long request until it is released", async () => {
	const limiter = renewLeases(new MemoryLimiter(Date.now));
	const one = { ...PLANS.starter, concurrent: 1 };
	await limiter.admit("key", one, "req_long");
	await vi.advanceTimersByTimeAsync(10 * WINDOW_LENGTHS.leaseMs);
	expect(await limiter.admit("key", one, "req_2")).toMatchObject({
		code: "concurrency_limit",
	});
	await limiter.release("key", "req_long");
	expect(await limiter.admit("key", one, "req_2")).toMatchObject({
		allowed: true,
	});
	await limiter.close();
	expect(vi.getTimerCount()).toBe(0);
});
