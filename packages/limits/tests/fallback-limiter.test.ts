import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import {
	redisMissing,
	startRedis,
	type TestRedis,
} from "@supportdesk/testkit/redis.ts";
import {
	afterEach,
	beforeEach,
	describe,
	expect,
	it,
	onTestFinished,
	vi,
} from "vitest";
import { FallbackLimiter } from "../src/fallback-limiter.ts";
import type { Limits } from "../src/limits.ts";
import { MemoryLimiter } from "../src/memory-limiter.ts";
import { RedisLimiter } from "../src/redis-limiter.ts";
import type { Verdict } from "../src/verdict.ts";

const limits: Limits = {
	perMinute: 60,
	burst: 120,
	perDay: 10_000,
	concurrent: 10,
};

describe.skipIf(redisMissing(true))(
	"the limiter while Redis is unavailable",
	() => {
		let redis: TestRedis;
		let limiter: FallbackLimiter;
		let changes: boolean[];
		/** The breaker's clock. */
		let monotonicMs: number;

		async function start(gateways: number, commandTimeoutMs?: number) {
			const onRedis = new RedisLimiter({
				url: redis.url,
				...(commandTimeoutMs && { commandTimeoutMs }),
			});
			expect(await onRedis.waitForConnection(5_000)).toBe(true);
			limiter = new FallbackLimiter({
				redis: onRedis,
				memory: new MemoryLimiter(Date.now),
				gateways,
				onChange: (degraded) => changes.push(degraded),
				monotonicNow: () => monotonicMs,
			});
			return onRedis;
		}

		/** Sends a request and releases its slot. */
		async function request(key: string, id: string) {
			const verdict = await limiter.admit(key, limits, id);
			await limiter.release(key, id);
			return verdict;
		}

		/** Lets the next probe find Redis again. */
		async function recover(onRedis: RedisLimiter) {
			expect(await onRedis.waitForConnection(10_000)).toBe(true);
			monotonicMs += 1_000;
			await expect
				.poll(async () => {
					monotonicMs += 1_000;
					return (await request("key_probe", "req_probe")).degraded;
				})
				.toBe(false);
		}

		beforeEach(async () => {
			redis = await startRedis({ needsOwnServer: true, appendFsync: "always" });
			changes = [];
			monotonicMs = 0;
		});
		afterEach(async () => {
			await limiter.close();
			await redis.close();
		});

		it("counts this gateway's share in process, then on Redis again with the count kept", async () => {
			const onRedis = await start(4, 5_000);
			for (let i = 0; i < 20; i++) await request("key_1", `req_${i}`);
			await redis.kill();

			const duringOutage = [];
			for (let i = 0; i < 40; i++)
				duringOutage.push(await request("key_1", `req_outage_${i}`));
			expect(duringOutage.filter((verdict) => verdict.allowed)).toHaveLength(
				60 / 4,
			);
			expect(
				duringOutage.every(
					(verdict) => verdict.degraded && verdict.minute.limit === 15,
				),
			).toBe(true);
			expect(duringOutage.at(-1)).toMatchObject({ code: "rate_limit_minute" });

			await redis.start();
			await recover(onRedis);
			expect(changes).toEqual([true, false]);
			expect(await request("key_1", "req_back")).toMatchObject({
				degraded: false,
				minute: { limit: 60, remaining: 39 },
			});
		});

		it("never throws and never exceeds limit plus share while Redis is killed and started under load", async () => {
			const onRedis = await start(2, 5_000);
			let [admitted, sent, running] = [0, 0, true];
			onTestFinished(() => {
				running = false;
			});
			const load = Array.from({ length: 8 }, async (_, worker) => {
				while (running) {
					sent += 1;
					if ((await request("key_load", `req_${worker}_${sent}`)).allowed)
						admitted += 1;
					await new Promise(setImmediate);
				}
			});
			for (let i = 0; i < 3; i++) {
				await redis.kill();
				await expect.poll(() => limiter.degraded).toBe(true);
				await redis.start();
				await onRedis.waitForConnection(5_000);
				monotonicMs += 1_000;
				await expect.poll(() => limiter.degraded).toBe(false);
			}
			// Redis admits its full limit regardless of what was counted in process.
			await expect.poll(() => admitted).toBeGreaterThanOrEqual(60);
			running = false;
			await Promise.all(load);
			expect(sent).toBeGreaterThan(200);
			expect(admitted).toBeLessThanOrEqual(60 + 30);
		});

		it("calls a hanging Redis three times, then once a second, and delays no request for it", async () => {
			const onRedis = await start(1, 50);
			const redisAdmit = vi.spyOn(onRedis, "admit");
			redis.freeze();
			for (let i = 0; i < 30; i++)
				expect((await request("key_hang", `req_${i}`)).allowed).toBe(true);
			expect(redisAdmit).toHaveBeenCalledTimes(3);
			monotonicMs += 1_000;
			redisAdmit.mockReturnValueOnce(new Promise(() => {}));
			expect(await request("key_hang", "req_probe")).toMatchObject({
				degraded: true,
			});
			await request("key_hang", "req_after");
			expect(redisAdmit).toHaveBeenCalledTimes(4);
			redis.thaw();
		});

		it("waits for a Redis that briefly gets no processor, so that the limit stays exact", async () => {
			await start(1);
			redis.freeze();
			const counting = Promise.all(
				Array.from({ length: 200 }, (_, i) =>
					limiter.admit(
						"key_moment",
						{ ...limits, concurrent: null },
						`req_${i}`,
					),
				),
			);
			await sleep(100);
			redis.thaw();
			const verdicts = await counting;
			expect(verdicts.filter(({ degraded }) => degraded)).toEqual([]);
			expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(60);
		});

		it("keeps a key that had used up its minute refused until that minute ends", async () => {
			await start(2, 5_000);
			for (let i = 0; i < 60; i++) await request("key_used", `req_${i}`);
			const last = await request("key_used", "req_last");
			expect(last).toMatchObject({ allowed: false, degraded: false });
			await redis.kill();
			const duringOutage = await request("key_used", "req_outage");
			expect(duringOutage).toMatchObject({
				allowed: false,
				degraded: true,
				code: "rate_limit_minute",
				minute: { remaining: 0 },
			});
			const resetMs = ({ minute, nowMs }: Verdict) => minute.resetMs - nowMs;
			expect(resetMs(duringOutage)).toBeLessThanOrEqual(resetMs(last));
			expect((await request("key_fresh", "req_fresh")).allowed).toBe(true);
		});

		it("admits no more than the remainder that Redis last reported", async () => {
			await start(2, 5_000);
			for (let i = 0; i < 50; i++) await request("key_low", `req_${i}`);
			await redis.kill();
			const duringOutage = [];
			for (let i = 0; i < 20; i++)
				duringOutage.push(
					(await request("key_low", `req_outage_${i}`)).allowed,
				);
			expect(duringOutage.filter(Boolean)).toHaveLength(10);
		});

		it("does not restart the share when Redis fails repeatedly", async () => {
			const onRedis = await start(2, 5_000);
			let duringOutage = 0;
			for (let outage = 0; outage < 2; outage++) {
				await request("key_flap", `req_before_${outage}`);
				await redis.kill();
				for (let i = 0; i < 40; i++) {
					const verdict = await request("key_flap", `req_${outage}_${i}`);
					if (verdict.allowed) duringOutage += 1;
				}
				await redis.start();
				await recover(onRedis);
			}
			expect(duringOutage).toBe(30);
		});

		it("does not open a connection for each of many hanging requests", async () => {
			const onRedis = await start(1, 50);
			const reconnected = vi.spyOn(onRedis, "reconnect");
			redis.freeze();
			const ids = Array.from({ length: 50 }, (_, i) => `req_${i}`);
			const verdicts = await Promise.all(
				ids.map((id) => request(`key_${id}`, id)),
			);
			expect(
				verdicts.every((verdict) => verdict.allowed && verdict.degraded),
			).toBe(true);
			expect(reconnected).not.toHaveBeenCalled();
			redis.thaw();
		});

		it("opens a new connection when the old one no longer replies", async () => {
			const onRedis = await start(1, 50);
			redis.freeze();
			await expect
				.poll(async () => {
					monotonicMs += 1_000;
					await request("key_silent", `req_${monotonicMs}`);
					return onRedis.connected;
				})
				.toBe(false);
			redis.thaw();
			await recover(onRedis);
		});

		it("opens no connection once it is closed", async () => {
			const onRedis = await start(1, 50);
			redis.freeze();
			for (let i = 0; i < 3; i++) await request("key_closed", `req_${i}`);
			expect(limiter.degraded).toBe(true);
			monotonicMs += 10_000;
			await request("key_closed", "req_probe"); // sends a probe that fails when the connection closes
			await limiter.close();
			redis.thaw();
			expect(await onRedis.waitForConnection(1_000)).toBe(false);
		});

		it("releases the slots of requests that ended while Redis was unavailable", async () => {
			const onRedis = await start(1, 5_000);
			const ids = Array.from({ length: 10 }, (_, i) => `req_${i}`);
			for (const id of ids) await limiter.admit("key_slots", limits, id);
			await redis.kill();
			for (let i = 0; i < 3; i++) await request("key_other", `req_${i}`);
			for (const id of ids) await limiter.release("key_slots", id);
			await redis.start();
			await recover(onRedis);
			await expect
				.poll(
					async () =>
						(await request("key_slots", "req_next")).concurrent?.remaining,
				)
				.toBe(9);
		});

		it("frees the slot of an admission whose reply was late", async () => {
			await start(1, 50);
			redis.freeze();
			expect(await limiter.admit("key_late", limits, "req_late")).toMatchObject(
				{
					allowed: true,
					degraded: true,
				},
			);
			redis.thaw();
			await expect
				.poll(async () => {
					monotonicMs += 1_000;
					const verdict = await request("key_late", "req_next");
					return [verdict.degraded, verdict.concurrent?.remaining];
				})
				.toEqual([false, 9]);
		});

		it("counts a key whose data in Redis is broken in process, and only that key", async () => {
			await start(2, 5_000);
			const control = createClient({ url: redis.url });
			await control.connect();
			await control.set("rl:v1:{key_broken}:windows", "not a hash");
			control.destroy();
			expect(await request("key_broken", "req_1")).toMatchObject({
				allowed: true,
				degraded: true,
				minute: { limit: 30, remaining: 29 },
			});
			expect(await request("key_sound", "req_2")).toMatchObject({
				allowed: true,
				degraded: false,
			});
		});
	},
);
