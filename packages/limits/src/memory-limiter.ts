import type { Limiter } from "./limiter.ts";
import { type Limits, WINDOW_LENGTHS, type WindowLengths } from "./limits.ts";
import {
	type LimitWindow,
	type Verdict,
	verdictOf,
	type WindowCount,
} from "./verdict.ts";

interface Counters {
	minute: WindowCount;
	burst: WindowCount;
	day: WindowCount;
	/** Lease id -> expiry time. All leases are equally long, so the map is ordered by expiry. */
	readonly leases: Map<string, number>;
	/** From this time on the record has no effect and can be removed. */
	expiresMs: number;
}

// More than the one record an admission can add, so the sweep catches up without a pause for thousands at once.
const SWEPT_PER_ADMISSION = 2;

/** The limiter of one process: the algorithm of `admit.lua`, on the process's memory and the given clock. */
export class MemoryLimiter implements Limiter {
	readonly #counters = new Map<string, Counters>();
	readonly #now: () => number;
	readonly #lengths: WindowLengths;
	#sweep = this.#counters.entries();

	/** `now` gives epoch milliseconds. */
	constructor(now: () => number, lengths: WindowLengths = WINDOW_LENGTHS) {
		this.#now = now;
		this.#lengths = lengths;
	}

	/** How many keys are held in memory. */
	get size(): number {
		return this.#counters.size;
	}

	async admit(key: string, limits: Limits, leaseId: string): Promise<Verdict> {
		const nowMs = this.#now();
		this.#removeExpired(nowMs);
		const counters = this.#counters.get(key) ?? newCounters();
		removeExpiredLeases(counters.leases, nowMs);
		const { leases } = counters;
		const { minute, burst, day } = this.#windowsAt(nowMs, counters);

		const slotRefused =
			limits.concurrent !== null &&
			leases.size >= limits.concurrent &&
			!leases.has(leaseId);
		const admitted =
			!slotRefused &&
			minute.count < limits.perMinute &&
			burst.count < limits.burst &&
			(limits.perDay === null || day.count < limits.perDay);
		if (admitted) {
			Object.assign(counters, { minute, burst, day });
			this.#count(counters, limits, leaseId, nowMs);
			this.#counters.set(key, counters);
		}
		return verdictOf(limits, this.#lengths, {
			admitted,
			nowMs,
			minute,
			burst,
			day,
			inFlight: limits.concurrent === null ? 0 : leases.size,
			slotRefused,
		});
	}

	/**
	 * Copies a key's windows from another engine's verdict, in case this engine has to replace it. Each window is counted
	 * up until no more of `limits` remains here than remains there.
	 */
	learn(key: string, limits: Limits, verdict: Verdict): void {
		const nowMs = this.#now();
		this.#removeExpired(nowMs);
		const counters = this.#counters.get(key) ?? newCounters();
		const aheadMs = nowMs - verdict.nowMs;
		const { minute, burst, day } = verdict;
		const countOf = (own: WindowCount, limit: number, theirs: LimitWindow) =>
			Math.max(
				isOver(own, theirs.lengthMs, nowMs) ? 0 : own.count,
				limit - theirs.remaining,
			);
		counters.minute = {
			startMs: minute.resetMs - minute.lengthMs + aheadMs,
			count: countOf(counters.minute, limits.perMinute, minute),
		};
		counters.burst = {
			startMs: burst.resetMs - burst.lengthMs + aheadMs,
			count: countOf(counters.burst, limits.burst, burst),
		};
		if (day && limits.perDay !== null) {
			counters.day = {
				startMs: nowMs - (nowMs % day.lengthMs),
				count: countOf(counters.day, limits.perDay, day),
			};
		}
		counters.expiresMs = Math.max(
			counters.expiresMs,
			aheadMs + Math.max(minute.resetMs, burst.resetMs, day?.resetMs ?? 0),
		);
		this.#counters.set(key, counters);
	}

	async renew(key: string, leaseId: string): Promise<void> {
		const nowMs = this.#now();
		const counters = this.#counters.get(key);
		const expiresMs = counters?.leases.get(leaseId);
		// Another request may already have the slot of an expired lease.
		if (!counters || expiresMs === undefined || expiresMs <= nowMs) return;
		// All leases are equally long: the renewed one belongs at the end.
		counters.leases.delete(leaseId);
		counters.leases.set(leaseId, nowMs + this.#lengths.leaseMs);
		counters.expiresMs = Math.max(
			counters.expiresMs,
			nowMs + this.#lengths.leaseMs,
		);
	}

	async release(key: string, leaseId: string): Promise<void> {
		this.#counters.get(key)?.leases.delete(leaseId);
	}

	async close(): Promise<void> {
		this.#counters.clear();
	}

	/** The windows a request at `nowMs` falls into; nothing is stored, because a refused request must not open a window. */
	#windowsAt(nowMs: number, { minute, burst, day }: Counters) {
		const { minuteMs, burstMs, dayMs } = this.#lengths;
		const fresh = () => ({ startMs: nowMs, count: 0 });
		const today = nowMs - (nowMs % dayMs);
		return {
			minute: isOver(minute, minuteMs, nowMs) ? fresh() : minute,
			burst: isOver(burst, burstMs, nowMs) ? fresh() : burst,
			day: day.startMs === today ? day : { startMs: today, count: 0 },
		};
	}

	#count(counters: Counters, limits: Limits, leaseId: string, nowMs: number) {
		const { minuteMs, burstMs, dayMs, leaseMs } = this.#lengths;
		const { minute, burst, day, leases } = counters;
		minute.count += 1;
		burst.count += 1;
		const ends = [minute.startMs + minuteMs, burst.startMs + burstMs];
		if (limits.perDay !== null) {
			day.count += 1;
			ends.push(day.startMs + dayMs);
		}
		if (limits.concurrent !== null) {
			// A lease that is taken again moves to the end, in the order of expiry.
			leases.delete(leaseId);
			leases.set(leaseId, nowMs + leaseMs);
			ends.push(nowMs + leaseMs);
		}
		// A window counted under another plan may end later; it is kept because the plan may change back.
		counters.expiresMs = Math.max(counters.expiresMs, ...ends);
	}

	#removeExpired(nowMs: number): void {
		for (let i = 0; i < SWEPT_PER_ADMISSION; i++) {
			const next = this.#sweep.next();
			if (next.done) {
				this.#sweep = this.#counters.entries();
				return;
			}
			const [key, counters] = next.value;
			if (counters.expiresMs <= nowMs) this.#counters.delete(key);
		}
	}
}

function newCounters(): Counters {
	const never = () => ({ startMs: 0, count: 0 });
	return {
		minute: never(),
		burst: never(),
		day: never(),
		leases: new Map(),
		expiresMs: 0,
	};
}

/**
 * A window that starts in the future was opened before the clock was set back; it would block for as long as the clock
 * was wrong.
 */
function isOver(window: WindowCount, lengthMs: number, nowMs: number): boolean {
	return nowMs >= window.startMs + lengthMs || window.startMs > nowMs;
}

function removeExpiredLeases(leases: Map<string, number>, nowMs: number): void {
	for (const [leaseId, expiresMs] of leases) {
		if (expiresMs > nowMs) return;
		leases.delete(leaseId);
	}
}
