import { createClient } from "@redis/client";
import { startRedis, type TestRedis } from "@supportdesk/testkit/redis.ts";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Limits } from "../src/limits.ts";
import {
	RedisLimiter,
	type RedisLimiterOptions,
} from "../src/redis-limiter.ts";

/** Limits that no test reaches, for tests of another limit. */
export const UNLIMITED: Limits = {
	perMinute: 1e6,
	burst: 1e6,
	perDay: null,
	concurrent: null,
};

/** A Redis for the tests of one `describe`, with limiters that are closed after each test. */
export function useRedis() {
	let redis: TestRedis;
	let client: ReturnType<typeof createClient>;
	let keys = 0;
	const open: RedisLimiter[] = [];

	beforeAll(async () => {
		redis = await startRedis();
		client = createClient({ url: redis.url });
		await client.connect();
	});
	afterEach(() =>
		Promise.all(open.splice(0).map((limiter) => limiter.close())),
	);
	afterAll(async () => {
		client.destroy();
		await redis.close();
	});

	return {
		/** The test's own connection. */
		control: () => client,
		freshKey: () => `key_${process.pid}_${Date.now()}_${keys++}`,
		/** One gateway's limiter. Its timeout is long enough for a busy machine: these tests count, they do not measure. */
		async gateway(options: Partial<RedisLimiterOptions> = {}) {
			const limiter = new RedisLimiter({
				url: redis.url,
				commandTimeoutMs: 20_000,
				...options,
			});
			open.push(limiter);
			expect(await limiter.waitForConnection(5_000)).toBe(true);
			return limiter;
		},
	};
}
