import type { ProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { Counter } from "prom-client";

/** How a mail came in. */
export type Way = "smtp" | "imap" | "api";
/** What it got: `deferred` mails come again, because something of ours was unavailable. */
export type Outcome = "accepted" | "refused" | "deferred";

/** What the service counts of itself, since it started. */
export interface Metrics {
	mail(way: Way, outcome: Outcome): void;
}

const WAYS: readonly Way[] = ["smtp", "imap", "api"];
const OUTCOMES: readonly Outcome[] = ["accepted", "refused", "deferred"];

export function createMetrics({
	registry,
}: Pick<ProcessMetrics, "registry">): Metrics {
	const mails = new Counter({
		name: "mail_intake_total",
		help: "Mails that came in, by way and outcome; deferred ones come again.",
		labelNames: ["way", "outcome"] as const,
		registers: [registry],
	});
	for (const way of WAYS)
		for (const outcome of OUTCOMES) mails.inc({ way, outcome }, 0);
	return { mail: (way, outcome) => mails.inc({ way, outcome }) };
}
