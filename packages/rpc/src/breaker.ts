import { upstreamUnavailable } from "@supportdesk/errors/app-error.ts";

const WINDOW_MS = 10_000;
const CALLS_MIN = 20; // fewer calls are no evidence about a service
const FAILURE_SHARE_MAX = 0.5;
const OPEN_MS = 3_000; // a restarted service is called again within 5 s, one failed probe and its wait included

export type BreakerState = "closed" | "open" | "half_open";

/** How a call ended. A failure is a service that is unavailable, late or broken, never a rejected request. */
export type CallOutcome = "success" | "failure" | "abandoned";

/** Stops calling a service that keeps failing, and tries it again with one call at a time. */
export interface Breaker {
	/**
	 * Lets a call start; returns what `leave` expects.
	 *
	 * @throws AppError `upstream_unavailable` while the breaker is open.
	 */
	enter(): number;
	/** Reports how the call that `enter` let start has ended. */
	leave(entry: number, outcome: CallOutcome): void;
	state(): BreakerState;
}

/**
 * A breaker for one target: when more than half of at least 20 calls within 10 s failed it opens for 3 s; then a
 * single call decides.
 *
 * @param now milliseconds; the clock is the caller's.
 * @param onChange called with every new state.
 */
export function createBreaker(
	now: () => number,
	onChange: (state: BreakerState) => void = () => {},
): Breaker {
	let state: BreakerState = "closed";
	let period = 0; // a call that entered in an earlier period no longer counts
	let periodCalls = 0;
	let periodFailures = 0;
	let periodEndsMs = now() + WINDOW_MS;
	let restEndsMs = 0;

	const startPeriod = (next: BreakerState) => {
		const changed = next !== state;
		state = next;
		period += 1;
		periodCalls = 0;
		periodFailures = 0;
		periodEndsMs = now() + WINDOW_MS;
		if (changed) onChange(next);
	};
	const open = (restMs: number) => {
		restEndsMs = now() + restMs;
		startPeriod("open");
	};
	return {
		enter() {
			if (state === "closed") {
				if (now() >= periodEndsMs) startPeriod("closed");
				return period;
			}
			if (state === "half_open" || now() < restEndsMs) {
				throw upstreamUnavailable();
			}
			startPeriod("half_open"); // this call is the probe
			return period;
		},
		leave(entry, outcome) {
			if (entry !== period) return;
			if (state === "half_open") {
				if (outcome === "success") startPeriod("closed");
				else open(outcome === "failure" ? OPEN_MS : 0);
				return;
			}
			if (outcome === "abandoned") return;
			periodCalls += 1;
			if (outcome === "failure") periodFailures += 1;
			if (
				periodCalls >= CALLS_MIN &&
				periodFailures > periodCalls * FAILURE_SHARE_MAX
			) {
				open(OPEN_MS);
			}
		},
		state: () => state,
	};
}
