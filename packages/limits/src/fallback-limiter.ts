import type { Limiter } from "./limiter.ts";
import type { Limits } from "./limits.ts";
import type { MemoryLimiter } from "./memory-limiter.ts";
import { shareOf } from "./plans.ts";
import type { RedisLimiter } from "./redis-limiter.ts";
import type { Verdict } from "./verdict.ts";

export interface FallbackOptions {
	readonly redis: RedisLimiter;
	readonly memory: MemoryLimiter;
	/** How many gateways share the limits; each takes an equal part while Redis is unavailable. */
	readonly gateways: number;
	/** Called on every state change, for the metric and the log; `cause` is the error that changed it. */
	readonly onChange: (degraded: boolean, cause?: unknown) => void;
	/** Monotonic milliseconds. */
	readonly monotonicNow?: () => number;
}

// One lost packet is not an outage, three in a row are.
const ERRORS_TO_OPEN = 3;
const PROBE_INTERVAL_MS = 1000;
// A probe is a synthetic admission: it needs what an admission needs, so a read-only replica refuses it.
const PROBE_KEY = "probe";
const PROBE_LIMITS: Limits = {
	perMinute: Number.MAX_SAFE_INTEGER,
	burst: Number.MAX_SAFE_INTEGER,
	perDay: null,
	concurrent: null,
};
// A failover can leave a connection open that never replies; the kernel needs a quarter of an hour to detect it.
const RECONNECT_INTERVAL_MS = 5000;

/**
 * Counts on Redis, and in process with this gateway's share of the limits while Redis is unavailable: it never throws
 * and never admits without a limit. A request whose own Redis call failed is counted in process too. It is refused
 * beyond the share, or beyond the remainder of the window that Redis last reported: a client that has used up its limit
 * gets no second one during an outage.
 */
export class FallbackLimiter implements Limiter {
	readonly #options: FallbackOptions;
	readonly #now: () => number;
	/** Leases that Redis granted: only these are released there. */
	readonly #onRedis = new Set<string>();
	/**
	 * Leases that ended while Redis was unavailable; released when it replies again, so that recovery does not start with
	 * occupied slots.
	 */
	#toRelease: { key: string; leaseId: string }[] = [];
	#errors = 0;
	#lastFailure: unknown;
	#nextProbe = 0;
	#nextReconnect = 0;
	#degraded = false;

	constructor(options: FallbackOptions) {
		this.#options = options;
		this.#now = options.monotonicNow ?? (() => performance.now());
	}

	/** True while requests are counted in process. */
	get degraded(): boolean {
		return this.#degraded;
	}

	async admit(key: string, limits: Limits, leaseId: string): Promise<Verdict> {
		const share = shareOf(limits, this.#options.gateways);
		if (this.#degraded) this.#probeIfDue();
		else {
			try {
				const verdict = await this.#options.redis.admit(key, limits, leaseId);
				if (verdict.allowed && limits.concurrent !== null)
					this.#onRedis.add(leaseName(key, leaseId));
				this.#options.memory.learn(key, share, verdict);
				this.#succeeded();
				return verdict;
			} catch (err) {
				this.#failed(err);
			}
		}
		const verdict = await this.#options.memory.admit(key, share, leaseId);
		return { ...verdict, degraded: true };
	}

	async renew(key: string, leaseId: string): Promise<void> {
		const { redis, memory } = this.#options;
		const isOnRedis = this.#onRedis.has(leaseName(key, leaseId));
		await (isOnRedis ? redis : memory).renew(key, leaseId);
	}

	async release(key: string, leaseId: string): Promise<void> {
		if (!this.#onRedis.delete(leaseName(key, leaseId)))
			return this.#options.memory.release(key, leaseId);
		if (this.#degraded) {
			this.#toRelease.push({ key, leaseId });
			return;
		}
		await this.#releaseOnRedis(key, leaseId);
	}

	async close(): Promise<void> {
		await Promise.all([
			this.#options.redis.close(),
			this.#options.memory.close(),
		]);
	}

	/** Probes Redis once a second, without delaying the request. */
	#probeIfDue(): void {
		const now = this.#now();
		if (now < this.#nextProbe) return;
		this.#nextProbe = now + PROBE_INTERVAL_MS;
		this.#options.redis.admit(PROBE_KEY, PROBE_LIMITS, "").then(
			() => this.#succeeded(),
			(err) => this.#failed(err),
		);
	}

	#succeeded(): void {
		this.#errors = 0;
		if (this.#degraded) {
			this.#degraded = false;
			this.#options.onChange(false);
		}
		if (this.#toRelease.length === 0) return;
		const ended = this.#toRelease;
		this.#toRelease = [];
		for (const { key, leaseId } of ended)
			void this.#releaseOnRedis(key, leaseId);
	}

	#failed(cause: unknown): void {
		// Leases that were released together fail together.
		if (cause === this.#lastFailure) return;
		this.#lastFailure = cause;
		const now = this.#now();
		if (this.#degraded) {
			if (now < this.#nextReconnect) return;
			this.#nextReconnect = now + RECONNECT_INTERVAL_MS;
			this.#options.redis.reconnect();
			return;
		}
		this.#errors += 1;
		if (this.#errors < ERRORS_TO_OPEN) return;
		this.#degraded = true;
		this.#nextProbe = now + PROBE_INTERVAL_MS;
		this.#nextReconnect = now + RECONNECT_INTERVAL_MS;
		this.#options.onChange(true, cause);
	}

	/** Never rejects: a slot that could not be released is released with the others later, or expires. */
	async #releaseOnRedis(key: string, leaseId: string): Promise<void> {
		try {
			await this.#options.redis.release(key, leaseId);
		} catch (err) {
			this.#toRelease.push({ key, leaseId });
			this.#failed(err);
		}
	}
}

const leaseName = (key: string, leaseId: string) => `${key} ${leaseId}`;
