import type { BreakerState } from "@supportdesk/rpc/breaker.ts";
import {
	Counter,
	collectDefaultMetrics,
	Gauge,
	Histogram,
	Registry,
} from "prom-client";

export interface Metrics {
	readonly registry: Registry;
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
	call(
		service: string,
		method: string,
		outcome: string,
		durationMs: number,
	): void;
	breaker(service: string, state: BreakerState): void;
	/** Reads the pool's connections whenever the metrics are asked for. */
	watchPool(pool: PoolCounts): void;
}

interface PoolCounts {
	readonly totalCount: number;
	readonly idleCount: number;
	readonly waitingCount: number;
}

// From a cached read to the longest that a request may take.
const SECONDS = [
	0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];
const BREAKER_VALUE = { closed: 0, half_open: 1, open: 2 } satisfies Record<
	BreakerState,
	number
>;

/** What Prometheus reads. Labels are route templates and codes: never paths, ids or texts. */
export function createMetrics(): Metrics {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });
	const requests = new Histogram({
		name: "http_request_duration_seconds",
		help: "Requests by route and status; its count is the number of requests.",
		labelNames: ["method", "route", "status"] as const,
		buckets: SECONDS,
		registers,
	});
	const refusals = new Counter({
		name: "rate_limit_refusals_total",
		help: "Requests refused by a limit.",
		labelNames: ["limit"] as const,
		registers,
	});
	const shed = new Counter({
		name: "requests_shed_total",
		help: "Requests refused because this gateway is overloaded.",
		registers,
	});
	const degraded = new Gauge({
		name: "rate_limiter_degraded",
		help: "1 while Redis is away and requests are counted in process.",
		registers,
	});
	const calls = new Histogram({
		name: "rpc_client_duration_seconds",
		help: "Calls to the services by method and outcome.",
		labelNames: ["service", "method", "outcome"] as const,
		buckets: SECONDS,
		registers,
	});
	const breaker = new Gauge({
		name: "circuit_breaker_state",
		help: "0 closed, 1 half open, 2 open.",
		labelNames: ["service"] as const,
		registers,
	});
	return {
		registry,
		request: (method, route, status, durationMs) =>
			requests.observe({ method, route, status }, durationMs / 1000),
		refusal: (code) => refusals.inc({ limit: code }),
		shed: () => shed.inc(),
		limiterDegraded: (is) => degraded.set(is ? 1 : 0),
		call: (service, method, outcome, durationMs) =>
			calls.observe({ service, method, outcome }, durationMs / 1000),
		breaker: (service, state) => breaker.set({ service }, BREAKER_VALUE[state]),
		watchPool: (pool) => watchPool(pool, registers),
	};
}

function watchPool(pool: PoolCounts, registers: Registry[]): void {
	new Gauge({
		name: "database_pool_connections",
		help: "Connections by state, and the requests that wait for one.",
		labelNames: ["state"] as const,
		registers,
		collect() {
			this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
			this.set({ state: "idle" }, pool.idleCount);
			this.set({ state: "waiting" }, pool.waitingCount);
		},
	});
}
