import { redisMissing } from "@supportdesk/testkit/redis.ts";
import { describe, expect, it } from "vitest";
import { WINDOW_LENGTHS } from "../src/limits.ts";
import { PLANS } from "../src/plans.ts";
import { setClock, TEST_CLOCK } from "./redis-clock.ts";
import { UNLIMITED, useRedis } from "./use-redis.ts";

const { starter } = PLANS;

describe.skipIf(redisMissing())("time on Redis", () => {
	const { gateway, control, freshKey } = useRedis();

	it("admits a client that slept exactly Retry-After", async () => {
		const lengths = { ...WINDOW_LENGTHS, minuteMs: 400, burstMs: 100 };
		const limiter = await gateway({ lengths });
		const key = freshKey();
		const two = { ...starter, perMinute: 2, burst: 2 };
		for (const id of ["a", "b"]) await limiter.admit(key, two, id);
		const refused = await limiter.admit(key, two, "c");
		expect(refused).toMatchObject({
			code: "rate_limit_minute",
			retryAfterSeconds: 1,
		});
		await new Promise((resolve) =>
			setTimeout(resolve, refused.retryAfterSeconds * 1000),
		);
		expect(await limiter.admit(key, two, "d")).toMatchObject({
			allowed: true,
			minute: { remaining: 1 },
		});
	});

	it("stores nothing in Redis longer than the longest window that applies", async () => {
		const limiter = await gateway();
		const [daily, undaily] = [freshKey(), freshKey()];
		await limiter.admit(daily, starter, "req_1");
		await limiter.admit(undaily, UNLIMITED, "req_1");
		const untilMidnightMs = 86_400_000 - (Date.now() % 86_400_000);
		expect(
			await control().pTTL(`rl:v1:{${daily}}:windows`),
		).toBeLessThanOrEqual(Math.max(untilMidnightMs, 60_000) + 2_000);
		expect(await control().pTTL(`rl:v1:{${daily}}:leases`)).toBeLessThanOrEqual(
			35_000,
		);
		expect(
			await control().pTTL(`rl:v1:{${undaily}}:windows`),
		).toBeLessThanOrEqual(60_000);
		expect(await control().exists(`rl:v1:{${undaily}}:leases`)).toBe(0);
	});

	it("keeps the day's count while a plan without a daily limit applies", async () => {
		const limiter = await gateway({
			lengths: { ...WINDOW_LENGTHS, minuteMs: 20, burstMs: 20 },
		});
		const key = freshKey();
		const untilMidnightMs = 86_400_000 - (Date.now() % 86_400_000);
		await limiter.admit(key, starter, "req_1");
		await limiter.admit(key, { ...starter, perDay: null }, "req_2");
		expect(await control().pTTL(`rl:v1:{${key}}:windows`)).toBeGreaterThan(
			untilMidnightMs - 60_000,
		);
	});

	it("uses Redis's clock, not the gateway's", async () => {
		const limiter = await gateway();
		const seconds = Number((await control().time())[0]);
		const now = Date.now;
		Date.now = () => now() + 3_600_000;
		try {
			const { nowMs } = await limiter.admit(freshKey(), starter, "req_1");
			expect(Math.abs(nowMs / 1000 - seconds)).toBeLessThan(60);
		} finally {
			Date.now = now;
		}
	});

	it("starts a new window when Redis's clock was set back, as after a failover", async () => {
		const limiter = await gateway({ clockLua: TEST_CLOCK });
		const key = freshKey();
		const one = { ...starter, perMinute: 1 };
		await setClock(control(), Date.now() + 3_600_000);
		await limiter.admit(key, one, "req_1");
		await setClock(control(), Date.now());
		expect(await limiter.admit(key, one, "req_2")).toMatchObject({
			allowed: true,
		});
		await control().del("clock");
	});
});
