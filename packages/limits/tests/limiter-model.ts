import type { Limits, WindowLengths } from "../src/limits.ts";

/** One admitted request. The list of all of them is the complete state of a key. */
export interface Admission {
	readonly atMs: number;
	readonly leaseId: string;
	readonly limits: Limits;
	released: boolean;
}

/** The counters that a request at `nowMs` finds, recomputed from every request ever admitted. */
export function model(
	admissions: readonly Admission[],
	{ minuteMs, burstMs, dayMs, leaseMs }: WindowLengths,
	nowMs: number,
) {
	const anchored = (lengthMs: number) => {
		let window = { used: 0, resetMs: Number.NEGATIVE_INFINITY };
		for (const { atMs } of admissions) {
			if (atMs >= window.resetMs)
				window = { used: 0, resetMs: atMs + lengthMs };
			window.used += 1;
		}
		return nowMs < window.resetMs
			? window
			: { used: 0, resetMs: nowMs + lengthMs };
	};
	const dayOf = (atMs: number) => Math.floor(atMs / dayMs);
	const today = admissions.filter(
		(it) => it.limits.perDay !== null && dayOf(it.atMs) === dayOf(nowMs),
	);
	const leases = admissions.filter(
		(it) =>
			it.limits.concurrent !== null &&
			!it.released &&
			it.atMs + leaseMs > nowMs,
	);
	return {
		minute: anchored(minuteMs),
		burst: anchored(burstMs),
		day: { used: today.length, resetMs: (dayOf(nowMs) + 1) * dayMs },
		inFlight: leases.length,
	};
}
