import type { Limits, WindowLengths } from "./limits.ts";

/** The error codes of a refusal, named after the limit that blocks longest. */
export type LimitCode =
	| "rate_limit_minute"
	| "rate_limit_burst"
	| "rate_limit_day"
	| "concurrency_limit";

export interface LimitWindow {
	readonly limit: number;
	/** Requests left after this one. */
	readonly remaining: number;
	/** When the window ends, epoch milliseconds. */
	readonly resetMs: number;
	readonly lengthMs: number;
}

/** The decision on one request: admitted or not, and every number the headers need. */
export interface Verdict {
	readonly allowed: boolean;
	/** null when allowed. */
	readonly code: LimitCode | null;
	/** 0 when allowed; else at least 1, and after exactly this long the limit that refused the client no longer does. */
	readonly retryAfterSeconds: number;
	readonly minute: LimitWindow;
	readonly burst: LimitWindow;
	readonly day: LimitWindow | null;
	readonly concurrent: {
		readonly limit: number;
		readonly remaining: number;
	} | null;
	/** The clock the windows were measured on, epoch milliseconds. */
	readonly nowMs: number;
	/** True while only this gateway's share of the limits applies because Redis is unavailable. */
	readonly degraded: boolean;
}

/** One fixed window: its start and its count. */
export interface WindowCount {
	startMs: number;
	count: number;
}

/** A key's counters as an engine leaves them after a request. */
export interface Snapshot {
	readonly admitted: boolean;
	readonly nowMs: number;
	readonly minute: WindowCount;
	readonly burst: WindowCount;
	readonly day: WindowCount;
	/** Leases in force, this request's included when it has one. */
	readonly inFlight: number;
	/** True when this request was refused a slot. */
	readonly slotRefused: boolean;
}

// A slot can become free at any moment, so the client may retry after the shortest wait that Retry-After can express.
const CONCURRENCY_RETRY_MS = 1000;

/** Derives a verdict from a snapshot; all engines use it, so they report the same to a client. */
export function verdictOf(
	limits: Limits,
	lengths: WindowLengths,
	snapshot: Snapshot,
): Verdict {
	const { nowMs } = snapshot;
	const minute = toWindow(limits.perMinute, lengths.minuteMs, snapshot.minute);
	const burst = toWindow(limits.burst, lengths.burstMs, snapshot.burst);
	const day =
		limits.perDay === null
			? null
			: toWindow(limits.perDay, lengths.dayMs, snapshot.day);
	const concurrent =
		limits.concurrent === null
			? null
			: {
					limit: limits.concurrent,
					remaining: Math.max(0, limits.concurrent - snapshot.inFlight),
				};
	const numbers = { minute, burst, day, concurrent, nowMs, degraded: false };
	if (snapshot.admitted)
		return { allowed: true, code: null, retryAfterSeconds: 0, ...numbers };

	const blockers: [LimitCode, number][] = [];
	if (minute.remaining === 0)
		blockers.push(["rate_limit_minute", minute.resetMs - nowMs]);
	if (burst.remaining === 0)
		blockers.push(["rate_limit_burst", burst.resetMs - nowMs]);
	if (day?.remaining === 0)
		blockers.push(["rate_limit_day", day.resetMs - nowMs]);
	if (snapshot.slotRefused)
		blockers.push(["concurrency_limit", CONCURRENCY_RETRY_MS]);
	const [code, waitMs] = blockers.reduce((longest, next) =>
		next[1] > longest[1] ? next : longest,
	);
	const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
	return { allowed: false, code, retryAfterSeconds, ...numbers };
}

/** The verdict for an unused key: for responses sent before any counting. */
export function unusedVerdict(
	limits: Limits,
	lengths: WindowLengths,
	nowMs: number,
): Verdict {
	const fresh = { startMs: nowMs, count: 0 };
	const day = { startMs: nowMs - (nowMs % lengths.dayMs), count: 0 };
	return verdictOf(limits, lengths, {
		admitted: true,
		nowMs,
		minute: fresh,
		burst: fresh,
		day,
		inFlight: 0,
		slotRefused: false,
	});
}

function toWindow(
	limit: number,
	lengthMs: number,
	{ startMs, count }: WindowCount,
): LimitWindow {
	return {
		limit,
		remaining: Math.max(0, limit - count),
		resetMs: startMs + lengthMs,
		lengthMs,
	};
}
