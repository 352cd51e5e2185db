import { monitorEventLoopDelay } from "node:perf_hooks";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";

/** Where reads are refused. */
const DELAY_P99_MAX_MS = 200;
const IN_FLIGHT_MAX = 2_000;
/** Writes are refused this much later: a read can be repeated at no loss, a lost write is work lost. */
const WRITE_MARGIN = 1.25;
// Long enough for the queue to drain, short enough that clients do not give up.
const RETRY_AFTER_SECONDS = 2;
const SAMPLE_MS = 1_000;
// A collection of garbage or a busy neighbour delays one second's samples; what lasts for three is overload.
const SAMPLES = 3;
const RESOLUTION_MS = 10;

/** Refuses requests before any work is spent on them when the process cannot keep up. */
export interface LoadShedder {
	/**
	 * Lets a request in; call the answer once when it is over.
	 * @throws AppError `service_unavailable`
	 */
	enter(kind: "read" | "write"): () => void;
	inFlight(): number;
}

/** @param delayP99Ms the event loop's delay as `watchEventLoop` gives it */
export function createLoadShedder(delayP99Ms: () => number): LoadShedder {
	let inFlight = 0;
	return {
		enter(kind) {
			const margin = kind === "write" ? WRITE_MARGIN : 1;
			const tooMany = inFlight >= IN_FLIGHT_MAX * margin;
			if (tooMany || delayP99Ms() > DELAY_P99_MAX_MS * margin)
				throw serviceUnavailable(undefined, RETRY_AFTER_SECONDS);
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
 * Measures how late this process's event loop is: the 99th percentile of a second, the least of the last three seconds.
 * Does not keep the process alive.
 */
export function watchEventLoop(): { p99Ms(): number; stop(): void } {
	const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	histogram.enable();
	const samples: number[] = Array(SAMPLES).fill(0);
	const timer = setInterval(() => {
		samples.shift();
		samples.push(histogram.percentile(99) / 1e6);
		histogram.reset();
	}, SAMPLE_MS).unref();
	return {
		p99Ms: () => Math.min(...samples),
		stop() {
			clearInterval(timer);
			histogram.disable();
		},
	};
}
