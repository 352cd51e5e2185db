import { AppError } from "@supportdesk/errors/app-error.ts";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { registerNodeMetrics } from "./event-loop-metrics.ts";
import { type QueueCount, watchQueue } from "./queue-metrics.ts";

/**
 * The metrics of a process for Prometheus. `app` names the app that a number is about, because one process can run all
 * apps. Labels are route templates, method and task names and codes: never paths, ids or texts. No label has the name
 * of one that Prometheus adds (`service`, `job`, `pod`).
 */
export interface ProcessMetrics {
	/** Where an app registers its own metrics. */
	readonly registry: Registry;
	/** Wraps the handlers: counts and times every call, on either transport. */
	observeHandlers<Api extends object>(app: string, handlers: Api): Api;
	/** Wraps the client: counts and times every call, on either transport. */
	observeClient<Api extends object>(callee: string, api: Api): Api;
	/** Records a new state of the circuit breaker in front of a service. */
	breaker(callee: string, state: "closed" | "half_open" | "open"): void;
	/** Reads the pool's connections at every scrape. */
	watchPool(app: string, pool: PoolCounts): void;
	/** Wraps the tasks: counts and times every run. */
	observeTasks<Tasks extends object>(app: string, tasks: Tasks): Tasks;
	/** Reads how many jobs wait at every scrape. */
	watchQueue(app: string, read: () => Promise<readonly QueueCount[]>): void;
}

export interface PoolCounts {
	readonly totalCount: number;
	readonly idleCount: number;
	readonly waitingCount: number;
}

// biome-ignore lint/suspicious/noExplicitAny: a handler, a client's method or a task, passed through unchanged.
type AnyAsync = (...args: any[]) => Promise<unknown>;

/** Seconds, from a cached read to the longest permitted request. */
export const REQUEST_SECONDS = [
	0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];
// From a mail written to the disk to a slow language model.
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120];
const BREAKER_VALUE = { closed: 0, half_open: 1, open: 2 } as const;

/** Creates the metrics of one process, including Node's own. */
export function createProcessMetrics(): ProcessMetrics {
	const registry = new Registry();
	const registers = [registry];
	registerNodeMetrics(registry);
	const handled = new Histogram({
		name: "rpc_server_duration_seconds",
		help: "Calls that an app handled, by method and outcome.",
		labelNames: ["app", "method", "outcome"] as const,
		buckets: REQUEST_SECONDS,
		registers,
	});
	const called = new Histogram({
		name: "rpc_client_duration_seconds",
		help: "Calls to an app, as their caller saw them, by method and outcome.",
		labelNames: ["callee", "method", "outcome"] as const,
		buckets: REQUEST_SECONDS,
		registers,
	});
	const breaker = new Gauge({
		name: "circuit_breaker_state",
		help: "0 closed, 1 half open, 2 open.",
		labelNames: ["callee"] as const,
		registers,
	});
	const pools = watchPools(registers);
	const jobs = new Histogram({
		name: "job_duration_seconds",
		help: "Runs of jobs by task and outcome; one that failed is run again.",
		labelNames: ["app", "task", "outcome"] as const,
		buckets: JOB_SECONDS,
		registers,
	});
	const queue = watchQueue(registers);
	return {
		registry,
		observeHandlers: (app, handlers) =>
			observe(handlers, (method, outcome, seconds) =>
				handled.observe({ app, method, outcome }, seconds),
			),
		observeClient(callee, api) {
			breaker.set({ callee }, BREAKER_VALUE.closed);
			return observe(api, (method, outcome, seconds) =>
				called.observe({ callee, method, outcome }, seconds),
			);
		},
		breaker: (callee, state) => breaker.set({ callee }, BREAKER_VALUE[state]),
		watchPool: (app, pool) => pools.set(app, pool),
		observeTasks: (app, tasks) =>
			observe(tasks, (task, outcome, seconds) =>
				jobs.observe(
					{ app, task, outcome: outcome === "ok" ? "ok" : "failed" },
					seconds,
				),
			),
		watchQueue: queue,
	};
}

/** Registers the gauge of the pools' connections; returns the pools by app. */
function watchPools(registers: Registry[]): Map<string, PoolCounts> {
	const pools = new Map<string, PoolCounts>();
	new Gauge({
		name: "database_pool_connections",
		help: "Connections by state, and the requests that wait for one.",
		labelNames: ["app", "state"] as const,
		registers,
		collect() {
			for (const [app, pool] of pools) {
				const { totalCount, idleCount, waitingCount } = pool;
				this.set({ app, state: "busy" }, totalCount - idleCount);
				this.set({ app, state: "idle" }, idleCount);
				this.set({ app, state: "waiting" }, waitingCount);
			}
		},
	});
	return pools;
}

/** A counter without labels, at 0 from the start, so that its first increase is visible. */
export function createCounter(
	registry: Registry,
	name: string,
	help: string,
): Counter {
	return new Counter({ name, help, registers: [registry] });
}

/** Wraps the functions: each call reports its name, outcome and duration. */
function observe<Functions extends object>(
	functions: Functions,
	report: (name: string, outcome: string, seconds: number) => void,
): Functions {
	const observed: Record<string, AnyAsync> = {};
	for (const [name, call] of Object.entries(
		functions as Record<string, AnyAsync>,
	)) {
		observed[name] = async (...args) => {
			const startedMs = performance.now();
			let outcome = "ok";
			try {
				return await call(...args);
			} catch (error) {
				outcome = error instanceof AppError ? error.code : "internal_error";
				throw error;
			} finally {
				report(name, outcome, (performance.now() - startedMs) / 1000);
			}
		};
	}
	return observed as Functions;
}
