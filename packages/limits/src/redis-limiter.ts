import { once } from "node:events";
import type { Limiter } from "./limiter.ts";
import { type Limits, WINDOW_LENGTHS, type WindowLengths } from "./limits.ts";
import { connectToRedis, type RedisClient } from "./redis-client.ts";
import {
	leasesKey,
	limiterScripts,
	runScript,
	snapshotsOf,
	windowsKey,
} from "./redis-scripts.ts";
import { ReplyTimeoutError, ReplyWatch } from "./reply-timeout.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

export interface RedisLimiterOptions {
	/** redis:// or rediss:// address; Redis 7 or Valkey. */
	readonly url: string;
	readonly lengths?: WindowLengths;
	/** How long to wait for a reply while Redis replies to no command at all. */
	readonly commandTimeoutMs?: number;
	/** Lua that defines `now_ms()`. Redis's clock if not given; tests give one that they can set. */
	readonly clockLua?: string;
}

// Redis replies in about 1 ms, but on a busy machine it may get no processor for much longer, and requests counted
// elsewhere meanwhile exceed the limit. Only the few requests in flight when Redis begins to hang wait this long.
const COMMAND_TIMEOUT_MS = 200;
// A script for this many occupies Redis for a millisecond.
const ADMISSIONS_MAX = 200;
// Less than a client's round trip, so that the slot is free on all gateways before the client's next request.
const RELEASE_DELAY_MS = 1;

/**
 * The limiter of many processes: one atomic script for all requests of a key that arrived in one turn of the event
 * loop, on Redis's clock, so neither the number of gateways nor their clocks matter. A batch costs Redis a third of the
 * single scripts, and gives each request the verdict it would get alone. Throws when Redis is unavailable, late or
 * sends a malformed reply: `FallbackLimiter` handles that.
 */
export class RedisLimiter implements Limiter {
	readonly #options: RedisLimiterOptions;
	readonly #lengths: WindowLengths;
	readonly #replies: ReplyWatch;
	readonly #scripts: ReturnType<typeof limiterScripts>;
	#client: RedisClient;
	#waiting = new Map<string, Admissions>();
	#ended: Ended | undefined;
	#isClosed = false;

	constructor(options: RedisLimiterOptions) {
		this.#options = options;
		this.#lengths = options.lengths ?? WINDOW_LENGTHS;
		this.#replies = new ReplyWatch(
			options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS,
		);
		this.#scripts = limiterScripts(options.clockLua);
		this.#client = connectToRedis(options.url);
	}

	/** True while connected. */
	get connected(): boolean {
		return this.#client.isReady === true;
	}

	/**
	 * Waits for a connection, at most `timeoutMs`; returns whether there is one. A gateway that starts waits once, so
	 * that it does not start degraded.
	 */
	async waitForConnection(timeoutMs: number): Promise<boolean> {
		if (this.connected) return true;
		const signal = AbortSignal.timeout(timeoutMs);
		await once(this.#client, "ready", { signal }).catch(() => {});
		return this.connected;
	}

	admit(key: string, limits: Limits, leaseId: string): Promise<Verdict> {
		let admissions = this.#waiting.get(key);
		if (admissions && !hasRoom(admissions, limits)) {
			this.#sendWaiting();
			admissions = undefined;
		}
		if (!admissions) {
			if (this.#waiting.size === 0) setImmediate(() => this.#sendWaiting());
			admissions = { limits, leaseIds: [], waiters: [] };
			this.#waiting.set(key, admissions);
		}
		const { leaseIds, waiters } = admissions;
		leaseIds.push(leaseId);
		return new Promise((resolve, reject) => waiters.push({ resolve, reject }));
	}

	/** Rarely called, so each renewal is sent alone; one that fails leaves the lease as it is. */
	async renew(key: string, leaseId: string): Promise<void> {
		const reply = runScript(this.#client, this.#scripts.renew, {
			keys: [leasesKey(key)],
			arguments: [String(this.#lengths.leaseMs), leaseId],
		});
		await this.#replies.wait(reply).catch(() => {});
	}

	/**
	 * Sent in one packet with this process's next admissions and before them, or after a millisecond: sent alone, it
	 * would cost as much as the admission did.
	 */
	release(key: string, leaseId: string): Promise<void> {
		this.#ended ??= newEnded(() => this.#releaseEnded());
		const { leases, released } = this.#ended;
		const ofKey = leases.get(key);
		if (ofKey) ofKey.push(leaseId);
		else leases.set(key, [leaseId]);
		return released.promise;
	}

	/**
	 * Replaces a connection that no longer replies, as after a failover that left it open; commands in flight fail. Does
	 * nothing once closed.
	 */
	reconnect(): void {
		if (this.#isClosed) return;
		if (this.#client.isOpen) this.#client.destroy();
		this.#client = connectToRedis(this.#options.url);
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		this.#sendWaiting();
		const last = this.#ended?.released.promise;
		this.#releaseEnded();
		await last?.catch(() => {}); // leases that are not released expire
		if (this.#client.isOpen) this.#client.destroy();
	}

	/** Sends all waiting admissions, each key's with its ended leases. */
	#sendWaiting(): void {
		if (this.#waiting.size === 0) return;
		const waiting = this.#waiting;
		this.#waiting = new Map();
		const ended = this.#takeEnded();
		const replies: Promise<unknown>[] = [];
		for (const [key, admissions] of waiting) {
			const reply = this.#admitAll(key, admissions, ended?.leases.get(key));
			if (ended?.leases.delete(key)) replies.push(reply);
		}
		if (ended) this.#remove(ended, replies);
	}

	/** Settles every admission; the returned promise is the script's. */
	#admitAll(
		key: string,
		{ limits, leaseIds, waiters }: Admissions,
		endedIds: readonly string[] = [],
	): Promise<unknown> {
		const { minuteMs, burstMs, dayMs, leaseMs } = this.#lengths;
		const numbers = [
			...[leaseMs, limits.concurrent ?? -1],
			...[limits.perMinute, minuteMs],
			...[limits.burst, burstMs],
			...[limits.perDay ?? -1, dayMs],
			endedIds.length,
		];
		const reply = runScript(this.#client, this.#scripts.admit, {
			keys: [windowsKey(key), leasesKey(key)],
			arguments: [...numbers.map(String), ...endedIds, ...leaseIds],
		});
		const settled = this.#replies.wait(reply).then((values) => {
			const snapshots = snapshotsOf(values, leaseIds.length);
			for (const [i, { resolve }] of waiters.entries()) {
				resolve(verdictOf(limits, this.#lengths, snapshots[i]!));
			}
		});
		settled.catch((err) => {
			// Redis may still run a script whose reply is late: the slots it takes are released when that reply arrives.
			if (err instanceof ReplyTimeoutError) {
				const releaseAll = () => {
					for (const leaseId of leaseIds) {
						this.release(key, leaseId).catch(() => {});
					}
				};
				reply.then(releaseAll, () => {});
			}
			for (const { reject } of waiters) reject(err);
		});
		return settled;
	}

	#takeEnded(): Ended | undefined {
		const ended = this.#ended;
		this.#ended = undefined;
		clearTimeout(ended?.timer);
		return ended;
	}

	#releaseEnded(): void {
		const ended = this.#takeEnded();
		if (ended) this.#remove(ended);
	}

	/** @param others replies that have to arrive before all leases count as released. */
	#remove({ leases, released }: Ended, others: Promise<unknown>[] = []): void {
		const removals = [...leases].map(([key, leaseIds]) =>
			this.#replies.wait(this.#client.zRem(leasesKey(key), leaseIds)),
		);
		Promise.all([...others, ...removals]).then(
			() => released.resolve(),
			released.reject,
		);
	}
}

/** Requests of one key that are sent together. */
interface Admissions {
	readonly limits: Limits;
	readonly leaseIds: string[];
	readonly waiters: {
		resolve(verdict: Verdict): void;
		reject(err: unknown): void;
	}[];
}

/** A plan change applies only to the requests after it. */
function hasRoom(admissions: Admissions, limits: Limits): boolean {
	return (
		admissions.limits === limits && admissions.leaseIds.length < ADMISSIONS_MAX
	);
}

/** Leases that ended and are not released yet, by key. */
interface Ended {
	readonly leases: Map<string, string[]>;
	readonly released: PromiseWithResolvers<void>;
	readonly timer: NodeJS.Timeout;
}

function newEnded(release: () => void): Ended {
	return {
		leases: new Map(),
		released: Promise.withResolvers<void>(),
		timer: setTimeout(release, RELEASE_DELAY_MS),
	};
}
