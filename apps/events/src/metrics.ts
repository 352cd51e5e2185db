import type { ProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { Counter, Gauge, Histogram } from "prom-client";

/** What the service counts of itself, since it started. */
export interface Metrics {
	/** Events in the log. @param lagMs of each, from its change */
	appended(source: string, lagMs: readonly number[]): void;
	/** A service's outbox was read. @param now epoch milliseconds */
	collected(source: string, nowMs: number): void;
	/** An attempt to deliver: `pending` will be tried again. */
	attempt(status: "pending" | "delivered" | "failed"): void;
	disabled(): void;
}

const LAG_SECONDS = [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 15, 60, 600];

export function createMetrics({
	registry,
}: Pick<ProcessMetrics, "registry">): Metrics {
	const registers = [registry];
	const lag = new Histogram({
		name: "events_append_lag_seconds",
		help: "From a change until its event is in the log.",
		labelNames: ["source"] as const,
		buckets: LAG_SECONDS,
		registers,
	});
	const collected = new Gauge({
		name: "events_collected_timestamp_seconds",
		help: "When this process last read a service's outbox.",
		labelNames: ["source"] as const,
		registers,
	});
	const attempts = new Counter({
		name: "webhook_attempts_total",
		help: "Attempts to deliver by outcome: delivered, retry, failed for good.",
		labelNames: ["outcome"] as const,
		registers,
	});
	for (const outcome of ["delivered", "retry", "failed"]) {
		attempts.inc({ outcome }, 0);
	}
	const disabled = new Counter({
		name: "webhooks_disabled_total",
		help: "Webhooks that were disabled because they are gone or kept failing.",
		registers,
	});
	return {
		appended(source, lagMs) {
			for (const each of lagMs) lag.observe({ source }, each / 1000);
		},
		collected: (source, nowMs) => collected.set({ source }, nowMs / 1000),
		attempt(status) {
			attempts.inc({ outcome: status === "pending" ? "retry" : status });
		},
		disabled: () => disabled.inc(),
	};
}
