import {
	createCounter,
	type ProcessMetrics,
	REQUEST_SECONDS,
} from "@supportdesk/metrics/process-metrics.ts";
import { Counter, Gauge, Histogram } from "prom-client";

/** The gateway's metrics since its start. */
export interface Metrics {
	request(
		method: string,
		route: string,
		status: number,
		durationMs: number,
	): void;
	/** A request that a limit refused, by the limit's code. */
	refusal(code: string): void;
	/** A request that was shed because this process is overloaded. */
	shed(): void;
	limiterDegraded(degraded: boolean): void;
	/** Registers the bytes held by bodies and unread responses; read at each scrape. */
	watchMemory(heldBytes: () => number): void;
	/** Open streams of events; read whenever the metrics are. */
	watchStreams(count: () => number): void;
}

export function createMetrics({
	registry,
}: Pick<ProcessMetrics, "registry">): Metrics {
	const registers = [registry];
	const requests = new Histogram({
		name: "http_request_duration_seconds",
		help: "Requests by route and status; its count is the number of requests.",
		labelNames: ["method", "route", "status"] as const,
		buckets: REQUEST_SECONDS,
		registers,
	});
	const refusals = new Counter({
		name: "rate_limit_refusals_total",
		help: "Requests refused by a limit.",
		labelNames: ["limit"] as const,
		registers,
	});
	const shed = createCounter(
		registry,
		"requests_shed_total",
		"Requests refused because this gateway is overloaded.",
	);
	const degraded = new Gauge({
		name: "rate_limiter_degraded",
		help: "1 while Redis is unavailable and requests are counted in process.",
		registers,
	});
	return {
		request: (method, route, status, durationMs) =>
			requests.observe({ method, route, status }, durationMs / 1000),
		refusal: (code) => refusals.inc({ limit: code }),
		shed: () => shed.inc(),
		limiterDegraded: (is) => degraded.set(is ? 1 : 0),
		watchStreams(count) {
			new Gauge({
				name: "event_streams_open",
				help: "Streams of server-sent events that are open.",
				registers,
				collect() {
					this.set(count());
				},
			});
		},
		watchMemory(heldBytes) {
			new Gauge({
				name: "held_bytes",
				help: "Bytes of request bodies in progress and of unread responses.",
				registers,
				collect() {
					this.set(heldBytes());
				},
			});
		},
	};
}
