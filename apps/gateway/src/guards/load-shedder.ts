import { performance } from "node:perf_hooks";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import {
	LOOK_EVERY_MS,
	watchEventLoop as watchBusyLoop,
} from "@supportdesk/metrics/event-loop.ts";

/** The thresholds for reads. Writes have higher ones: a read can be repeated without loss, a refused write may be lost. */
export const IN_FLIGHT_MAX = { read: 2_000, write: 2_500 };
const DELAY_P99_MS_MAX = { read: 200, write: 500 };
// Long enough for the queue to drain, short enough that clients do not give up.
const RETRY_AFTER_SECONDS = 2;
// Garbage collection or a start delays the samples of one second; a delay of three seconds is overload.
const SAMPLES = 3;
// A late second soon after an overload belongs to the same overload.
const ALERT_MS = 10_000;
// A loop that is late and still idles has no queue: another process used its processor for a while, and
// refusing requests would not help.
const UTILISATION_MIN = 0.95;

/** Refuses requests before any work is done on them while the process is overloaded. */
export interface LoadShedder {
	/**
	 * Admits a request; call the returned function once when the request has ended.
	 * @throws AppError `service_unavailable`
	 */
	enter(kind: "read" | "write"): () => void;
	inFlight(): number;
}

/** @param delayP99Ms the event loop's delay from `watchEventLoop` */
export function createLoadShedder(delayP99Ms: () => number): LoadShedder {
	let inFlight = 0;
	return {
		enter(kind) {
			const tooMany = inFlight >= IN_FLIGHT_MAX[kind];
			if (tooMany || delayP99Ms() > DELAY_P99_MS_MAX[kind]) {
				throw serviceUnavailable(undefined, RETRY_AFTER_SECONDS);
			}
			inFlight += 1;
			let left = false;
			return () => {
				if (left) return;
				left = true;
				inFlight -= 1;
			};
		},
		inFlight: () => inFlight,
	};
}

/**
 * Measures how late this process's event loop is while it never idles: the 99th percentile of a second, the minimum of the
 * last three seconds; in the ten seconds after an overload, the last second's. Does not keep the process alive.
 */
export function watchEventLoop(): { p99Ms(): number; stop(): void } {
	const samples: number[] = Array(SAMPLES).fill(0);
	let alertEndsMs = 0;
	const { delays, stop } = watchBusyLoop((utilization) => {
		// The histogram holds the times between its timer's calls.
		const lateMs = delays.percentile(99) / 1e6 - LOOK_EVERY_MS;
		delays.reset();
		samples.shift();
		samples.push(utilization < UTILISATION_MIN ? 0 : Math.max(0, lateMs));
		if (Math.min(...samples) > DELAY_P99_MS_MAX.read) {
			alertEndsMs = performance.now() + ALERT_MS;
		}
	});
	return {
		p99Ms: () =>
			performance.now() < alertEndsMs ? samples.at(-1)! : Math.min(...samples),
		stop,
	};
}
