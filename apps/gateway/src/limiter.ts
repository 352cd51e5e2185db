import { FallbackLimiter } from "@supportdesk/limits/fallback-limiter.ts";
import type { Limiter } from "@supportdesk/limits/limiter.ts";
import { MemoryLimiter } from "@supportdesk/limits/memory-limiter.ts";
import { RedisLimiter } from "@supportdesk/limits/redis-limiter.ts";
import { renewLeases } from "@supportdesk/limits/renewing-limiter.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Metrics } from "./metrics.ts";

// A gateway starts after this time even if Redis is unavailable.
const CONNECT_MS_MAX = 2_000;

export interface StartableLimiter extends Limiter {
	/** Waits up to `CONNECT_MS_MAX` for Redis, so that the first requests are not counted in process. */
	start(): Promise<void>;
}

/** Creates a limiter for one process, or one that many gateways share on Redis. */
export function createLimiter(
	redisUrl: string | undefined,
	replicas: number,
	metrics: Metrics,
	log: Logger,
): StartableLimiter {
	const memory = new MemoryLimiter(Date.now);
	if (redisUrl === undefined) {
		return withStart(memory, async () => {});
	}
	const redis = new RedisLimiter({ url: redisUrl });
	const limiter = new FallbackLimiter({
		redis,
		memory,
		gateways: replicas,
		onChange(degraded, err) {
			metrics.limiterDegraded(degraded);
			if (degraded) log.error({ err }, "rate limits are counted in process");
			else log.info("rate limits are counted on redis again");
		},
	});
	return withStart(limiter, async () => {
		await redis.waitForConnection(CONNECT_MS_MAX);
	});
}

function withStart(
	limiter: Limiter,
	start: () => Promise<void>,
): StartableLimiter {
	return { ...renewLeases(limiter), start };
}
