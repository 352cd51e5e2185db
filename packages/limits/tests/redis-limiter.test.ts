import { redisMissing } from "@supportdesk/testkit/redis.ts";
import { describe, expect, it } from "vitest";
import { WINDOW_LENGTHS } from "../src/limits.ts";
import { PLANS } from "../src/plans.ts";
import { setClock, TEST_CLOCK } from "./redis-clock.ts";
import { UNLIMITED, useRedis } from "./use-redis.ts";

const { starter } = PLANS;

describe.skipIf(redisMissing())("the limiter on Redis", () => {
	const { gateway, control, freshKey } = useRedis();

	it("admits exactly 60 of 3,200 parallel requests from four gateways, and the refusals consume nothing", async () => {
		const gateways = await Promise.all([
			gateway(),
			gateway(),
			gateway(),
			gateway(),
		]);
		const key = freshKey();
		const limits = { ...starter, concurrent: null };
		const verdicts = await Promise.all(
			gateways.flatMap((limiter, g) =>
				Array.from({ length: 800 }, (_, i) =>
					limiter.admit(key, limits, `req_${g}_${i}`),
				),
			),
		);
		const admitted = verdicts.filter((verdict) => verdict.allowed);
		expect(admitted).toHaveLength(60);
		expect(
			new Set(admitted.map((verdict) => verdict.minute.remaining)).size,
		).toBe(60);
		expect(
			new Set(verdicts.map((verdict) => verdict.minute.resetMs)).size,
		).toBe(1);
		const refused = verdicts.filter((verdict) => !verdict.allowed);
		expect(
			refused.every(
				({ day, burst }) => day?.remaining === 9_940 && burst.remaining === 60,
			),
		).toBe(true);
	});

	it("never has more than 10 of 100 parallel requests in progress", async () => {
		const gateways = await Promise.all([
			gateway(),
			gateway(),
			gateway(),
			gateway(),
		]);
		const key = freshKey();
		let [inProgress, most, done] = [0, 0, 0];
		async function request(i: number): Promise<void> {
			const limiter = gateways[i % 4]!;
			const verdict = await limiter.admit(
				key,
				{ ...UNLIMITED, concurrent: 10 },
				`req_${i}`,
			);
			if (!verdict.allowed) {
				expect(verdict).toMatchObject({
					code: "concurrency_limit",
					retryAfterSeconds: 1,
				});
				return request(i);
			}
			inProgress += 1;
			most = Math.max(most, inProgress);
			await new Promise(setImmediate);
			inProgress -= 1;
			done += 1;
			await limiter.release(key, `req_${i}`);
		}
		await Promise.all(Array.from({ length: 100 }, (_, i) => request(i)));
		expect({ most, done }).toEqual({ most: 10, done: 100 });
		expect(await control().zCard(`rl:v1:{${key}}:leases`)).toBe(0);
	});

	it("frees the slots of a crashed gateway when their leases expire", async () => {
		const lengths = { ...WINDOW_LENGTHS, leaseMs: 150 };
		const [crashed, other] = [
			await gateway({ lengths }),
			await gateway({ lengths }),
		];
		const key = freshKey();
		for (let i = 0; i < 10; i++) await crashed.admit(key, starter, `req_${i}`);
		await crashed.close();
		expect(await other.admit(key, starter, "req_early")).toMatchObject({
			code: "concurrency_limit",
		});
		// Redis removes the key when the last lease expires, so this waits for Redis's clock and not for this process's.
		await expect.poll(() => control().exists(`rl:v1:{${key}}:leases`)).toBe(0);
		expect(await other.admit(key, starter, "req_later")).toMatchObject({
			allowed: true,
			concurrent: { remaining: 9 },
		});
	});

	it("keeps a slot as long as its lease is renewed, and never renews an expired lease", async () => {
		const { leaseMs } = WINDOW_LENGTHS;
		const limiter = await gateway({ clockLua: TEST_CLOCK });
		const key = freshKey();
		const one = { ...starter, concurrent: 1 };
		const start = Date.now();
		const admitAt = async (nowMs: number, id: string) => {
			await setClock(control(), nowMs);
			return limiter.admit(key, one, id);
		};
		await admitAt(start, "req_long");
		await setClock(control(), start + leaseMs - 1);
		await limiter.renew(key, "req_long");
		expect(await admitAt(start + 2 * (leaseMs - 1), "req_2")).toMatchObject({
			code: "concurrency_limit",
		});
		await setClock(control(), start + 2 * leaseMs - 1);
		await limiter.renew(key, "req_long");
		await limiter.renew(key, "req_never");
		expect(await admitAt(start + 2 * leaseMs - 1, "req_2")).toMatchObject({
			allowed: true,
		});
	});

	it("takes one slot for an admission that is sent twice", async () => {
		const limiter = await gateway();
		const key = freshKey();
		const one = { ...starter, concurrent: 1 };
		await limiter.admit(key, one, "req_same");
		expect(await limiter.admit(key, one, "req_same")).toMatchObject({
			allowed: true,
			concurrent: { remaining: 0 },
		});
		expect(await limiter.admit(key, one, "req_other")).toMatchObject({
			code: "concurrency_limit",
		});
		await limiter.release(key, "req_same");
		await limiter.release(key, "req_same");
		expect(await limiter.admit(key, one, "req_other")).toMatchObject({
			allowed: true,
		});
	});

	it("sends a key's simultaneous requests and its releases to Redis in one batch", async () => {
		const limiter = await gateway();
		const [key, other] = [freshKey(), freshKey()];
		const two = { ...starter, concurrent: 2 };
		const admitAll = (prefix: string) =>
			Promise.all(
				Array.from({ length: 3 }, (_, i) =>
					limiter.admit(key, two, `${prefix}_${i}`),
				),
			);
		expect((await admitAll("first")).map(({ code }) => code)).toEqual([
			null,
			null,
			"concurrency_limit",
		]);
		await limiter.admit(other, two, "req_other");
		await control().configResetStat();
		const released = [
			limiter.release(key, "first_0"),
			limiter.release(key, "first_1"),
			limiter.release(other, "req_other"),
		];
		const second = await admitAll("second");
		await Promise.all(released);
		expect(second.map(({ minute, code }) => [minute.remaining, code])).toEqual([
			[57, null],
			[56, null],
			[56, "concurrency_limit"],
		]);
		const stats = await control().info("commandstats");
		expect(stats).toMatch(/cmdstat_evalsha:calls=1,/);
		expect(await control().zCard(`rl:v1:{${other}}:leases`)).toBe(0);
	});

	it("counts each request under its own plan when the plan changes between them", async () => {
		const limiter = await gateway();
		const key = freshKey();
		const verdicts = await Promise.all([
			limiter.admit(key, { ...starter, perMinute: 2 }, "req_1"),
			limiter.admit(key, { ...starter, perMinute: 1 }, "req_2"),
			limiter.admit(key, { ...starter, perMinute: 3 }, "req_3"),
		]);
		expect(
			verdicts.map(({ minute, code }) => [minute.remaining, code]),
		).toEqual([
			[1, null],
			[0, "rate_limit_minute"],
			[1, null],
		]);
	});

	it("fails no request when Redis has lost its scripts", async () => {
		const limiter = await gateway();
		const key = freshKey();
		await limiter.admit(key, starter, "req_1");
		await control().scriptFlush();
		const verdicts = await Promise.all(
			["req_2", "req_3"].map((id) => limiter.admit(key, starter, id)),
		);
		expect(verdicts.map((verdict) => verdict.minute.remaining).sort()).toEqual([
			57, 58,
		]);
	});

	it("throws instead of admitting when a key holds a value of another type", async () => {
		const limiter = await gateway();
		const key = freshKey();
		await control().set(`rl:v1:{${key}}:windows`, "not a hash");
		await expect(limiter.admit(key, starter, "req_1")).rejects.toThrow(
			/WRONGTYPE/,
		);
	});
});
