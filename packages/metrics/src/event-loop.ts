import { monitorEventLoopDelay, performance } from "node:perf_hooks";

/** Between two looks of the monitor: it records this and how late the event loop was. */
export const LOOK_EVERY_MS = 50;
const SECOND_MS = 1_000;
// A loop that idles for the rest is late for less than the 200 ms that matter to anyone.
const BUSY_MIN = 0.1;

export type Delays = ReturnType<typeof monitorEventLoopDelay>;

export interface EventLoop {
	/** What was recorded since its last reset, in nanoseconds. */
	readonly delays: Delays;
	stop(): void;
}

/**
 * Measures how late the event loop is after a second in which it was busy: the monitor's timer would wake an idle process
 * 20 times a second. Does not keep the process alive.
 *
 * @param onSecond called every second with the share of it in which the event loop did not idle.
 */
export function watchEventLoop(
	onSecond: (utilization: number) => void = () => {},
): EventLoop {
	const delays = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
	let last = performance.eventLoopUtilization();
	const timer = setInterval(() => {
		const current = performance.eventLoopUtilization();
		const { utilization } = performance.eventLoopUtilization(current, last);
		last = current;
		onSecond(utilization);
		if (utilization >= BUSY_MIN) delays.enable();
		else delays.disable();
	}, SECOND_MS).unref();
	return {
		delays,
		stop() {
			clearInterval(timer);
			delays.disable();
		},
	};
}
