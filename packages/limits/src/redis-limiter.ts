import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createClient } from "redis";
import {
	type Limiter,
	type Limits,
	WINDOW_LENGTHS,
	type WindowLengths,
} from "./limiter.ts";
import { ReplyTimeoutError, ReplyWatch } from "./reply-timeout.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

export interface RedisLimiterOptions {
	/** redis:// or rediss:// address; Redis 7 or Valkey. */
	readonly url: string;
	readonly lengths?: WindowLengths;
	/** How long an answer is waited for while nothing at all is answered. */
	readonly commandTimeoutMs?: number;
	/** Lua that defines `now_ms()`. Only tests, which must move the clock, give another than Redis's own. */
	readonly clockLua?: string;
}

// Redis answers in about 1 ms, but on a busy machine it may get no processor for much longer, and what is counted elsewhere
// meanwhile is more than the limit. Only the few requests wait for this that are on their way when Redis begins to hang.
const COMMAND_TIMEOUT_MS = 200;
// Fast enough that the limiter is back within a second of Redis, slow enough not to flood a starting server.
const RECONNECT_DELAY_MS = 250;
// Less than an answer and the next request take to and from a client, so that no other gateway misses the slot.
const RELEASE_DELAY_MS = 1;

const REDIS_CLOCK = `local function now_ms()
	local time = redis.call('TIME')
	return time[1] * 1000 + math.floor(time[2] / 1000)
end
`;
const ADMIT = readFileSync(new URL("./admit.lua", import.meta.url), "utf8");

/**
 * The limiter of many processes: one atomic script per admission, on Redis's clock, so neither the number of gateways nor their clocks matter.
 * Commands of one turn of the event loop leave in one packet (the client writes once per turn).
 * Throws when Redis is away, late or answers nonsense: `FallbackLimiter` decides what that means.
 */
export class RedisLimiter implements Limiter {
	readonly #options: RedisLimiterOptions;
	readonly #lengths: WindowLengths;
	readonly #replies: ReplyWatch;
	readonly #script: string;
	readonly #sha: string;
	#client: ReturnType<typeof newClient>;
	#ended: Ended | undefined;

	constructor(options: RedisLimiterOptions) {
		this.#options = options;
		this.#lengths = options.lengths ?? WINDOW_LENGTHS;
		this.#replies = new ReplyWatch(
			options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS,
		);
		this.#script = (options.clockLua ?? REDIS_CLOCK) + ADMIT;
		this.#sha = createHash("sha1").update(this.#script).digest("hex");
		this.#client = newClient(options.url);
	}

	/** True while a connection stands. */
	get connected(): boolean {
		return this.#client.isReady === true;
	}

	/** Waits for a connection, at most `timeoutMs`; tells whether there is one. A gateway that starts waits once, so that it does not start degraded. */
	async waitForConnection(timeoutMs: number): Promise<boolean> {
		if (this.connected) return true;
		const signal = AbortSignal.timeout(timeoutMs);
		await once(this.#client, "ready", { signal }).catch(() => {});
		return this.connected;
	}

	async admit(key: string, limits: Limits, leaseId: string): Promise<Verdict> {
		const { minuteMs, burstMs, dayMs, leaseMs } = this.#lengths;
		const call = {
			keys: [windowsKey(key), leasesKey(key)],
			arguments: [
				leaseId,
				...[leaseMs, limits.concurrent ?? -1],
				...[limits.perMinute, minuteMs],
				...[limits.burst, burstMs],
				...[limits.perDay ?? -1, dayMs],
			].map(String),
		};
		this.#releaseEnded();
		const reply = this.#run(call);
		try {
			const values = await this.#replies.wait(reply);
			return verdictOf(limits, this.#lengths, snapshotOf(values));
		} catch (err) {
			// Redis may still run a script whose answer came too late: the slot it takes is given back when that answer comes.
			if (err instanceof ReplyTimeoutError)
				reply.then(() => this.release(key, leaseId)).catch(() => {});
			throw err;
		}
	}

	/**
	 * Leaves with the next admission of this process, in one packet and before it, or after a millisecond: sent alone, it
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

	/** Gives up a connection on which nothing answers, as after a failover that closed nothing, and opens another. */
	reconnect(): void {
		if (this.#client.isOpen) this.#client.destroy();
		this.#client = newClient(this.#options.url);
	}

	async close(): Promise<void> {
		const last = this.#ended?.released.promise;
		this.#releaseEnded();
		await last?.catch(() => {}); // what is not given back runs out
		if (this.#client.isOpen) this.#client.destroy();
	}

	#releaseEnded(): void {
		const ended = this.#ended;
		if (!ended) return;
		this.#ended = undefined;
		clearTimeout(ended.timer);
		const removals = [...ended.leases].map(([key, leaseIds]) =>
			this.#client.zRem(leasesKey(key), leaseIds),
		);
		this.#replies
			.wait(Promise.all(removals))
			.then(() => ended.released.resolve(), ended.released.reject);
	}

	async #run(call: { keys: string[]; arguments: string[] }): Promise<unknown> {
		const client = this.#client;
		try {
			return await client.evalSha(this.#sha, call);
		} catch (err) {
			const forgotten =
				err instanceof Error && err.message.startsWith("NOSCRIPT");
			if (!forgotten) throw err;
			return client.eval(this.#script, call);
		}
	}
}

/** Leases that ended and are not given back yet, by key. */
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

function newClient(url: string) {
	const client = createClient({
		url,
		// A request is answered from the fallback at once; it does not wait for a connection.
		disableOfflineQueue: true,
		// Late answers are ours to judge (ReplyWatch); the client's own timer only covers the wait to be written.
		commandOptions: { timeout: undefined },
		socket: { reconnectStrategy: RECONNECT_DELAY_MS, connectTimeout: 1000 },
	});
	// Without a listener an error event ends the process. Every failure is also the rejection of a command, which is where it is handled.
	client.on("error", () => {});
	client.connect().catch(() => {});
	return client;
}

// The braces make a Redis Cluster keep both keys of one API key on one node.
const windowsKey = (key: string) => `rl:v1:{${key}}:windows`;
const leasesKey = (key: string) => `rl:v1:{${key}}:leases`;

function snapshotOf(reply: unknown) {
	if (!Array.isArray(reply) || reply.length !== 10)
		throw new Error("the limiter's script gave an answer of another form");
	const [admitted, slotRefused, nowMs, inFlight, ...windows] =
		reply.map(Number);
	const [ms, mc, bs, bc, ds, dc] = windows;
	return {
		admitted: admitted === 1,
		slotRefused: slotRefused === 1,
		nowMs: nowMs!,
		inFlight: inFlight!,
		minute: { startMs: ms!, count: mc! },
		burst: { startMs: bs!, count: bc! },
		day: { startMs: ds!, count: dc! },
	};
}
