import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { type Delays, LOOK_EVERY_MS, watchEventLoop } from "./event-loop.ts";

const NEVER_MS = 2 ** 30;

const READ: Readonly<Record<string, (delays: Delays) => number>> = {
	min: ({ min }) => min,
	max: ({ max }) => max,
	mean: ({ mean }) => mean,
	stddev: ({ stddev }) => stddev,
	p50: (delays) => delays.percentile(50),
	p90: (delays) => delays.percentile(90),
	p99: (delays) => delays.percentile(99),
};

/** Registers Node's own metrics under prom-client's names, with delays of the event loop that do not wake an idle process. */
export function registerNodeMetrics(registry: Registry): void {
	collectDefaultMetrics({
		register: registry,
		eventLoopMonitoringPrecision: NEVER_MS,
	});
	const { delays } = watchEventLoop();
	const gauges = new Map<string, Gauge>();
	// Before all others are read.
	const collect = () => {
		for (const [statistic, gauge] of gauges) {
			const ns = READ[statistic]!(delays);
			gauge.set(delays.count > 0 ? ns / 1e9 : LOOK_EVERY_MS / 1e3);
		}
		delays.reset();
	};
	for (const statistic of Object.keys(READ)) {
		const name = `nodejs_eventloop_lag_${statistic}_seconds`;
		registry.removeSingleMetric(name);
		const gauge = new Gauge({
			name,
			help: `How late the event loop was while it was busy, with the ${LOOK_EVERY_MS} ms between two looks: ${statistic}.`,
			registers: [registry],
			...(gauges.size === 0 && { collect }),
		});
		gauges.set(statistic, gauge);
	}
}
