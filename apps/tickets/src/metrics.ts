import type { ProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { Counter, Histogram } from "prom-client";

/** What became of an attempt to send a reply's mail: `failed` is for good. */
export type DeliveryOutcome = "sent" | "deferred" | "failed";

/** What an agent made of a draft: sent as it was, sent with other words, or discarded. */
export type DraftOutcome = "sent" | "edited" | "discarded";

/** What became of a mail that came in; `repeated`: it had come in before. */
export type MailOutcome = "message" | "quarantined" | "bounce" | "repeated";

/** What the service counts of itself, since it started. */
export interface Metrics {
	/** @param delayMs since the reply was written */
	delivery(outcome: DeliveryOutcome, delayMs: number): void;
	draft(outcome: DraftOutcome): void;
	mail(outcome: MailOutcome): void;
}

const OUTCOMES: readonly DeliveryOutcome[] = ["sent", "deferred", "failed"];
const DRAFT_OUTCOMES: readonly DraftOutcome[] = ["sent", "edited", "discarded"];
const MAIL_OUTCOMES: readonly MailOutcome[] = [
	"message",
	"quarantined",
	"bounce",
	"repeated",
];
// From at once to the day after which a mail is given up.
const DELAY_SECONDS = [
	1, 2, 5, 15, 60, 300, 900, 3_600, 14_400, 43_200, 86_400,
];

export function createMetrics({
	registry,
}: Pick<ProcessMetrics, "registry">): Metrics {
	const registers = [registry];
	const deliveries = new Counter({
		name: "mail_deliveries_total",
		help: "Attempts to send a reply's mail by outcome; failed ones are given up.",
		labelNames: ["outcome"] as const,
		registers,
	});
	for (const outcome of OUTCOMES) deliveries.inc({ outcome }, 0);
	const delay = new Histogram({
		name: "mail_delivery_delay_seconds",
		help: "From a reply's creation until its mail was sent.",
		buckets: DELAY_SECONDS,
		registers,
	});
	const drafts = new Counter({
		name: "drafts_decided_total",
		help: "Drafts by what an agent made of them: sent unchanged, sent with another body, or discarded.",
		labelNames: ["outcome"] as const,
		registers,
	});
	for (const outcome of DRAFT_OUTCOMES) drafts.inc({ outcome }, 0);
	const mails = new Counter({
		name: "mails_received_total",
		help: "Mails that came in by what they became; repeated ones had come in before.",
		labelNames: ["outcome"] as const,
		registers,
	});
	for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
	return {
		mail: (outcome) => mails.inc({ outcome }),
		draft: (outcome) => drafts.inc({ outcome }),
		delivery(outcome, delayMs) {
			deliveries.inc({ outcome });
			if (outcome === "sent") delay.observe(delayMs / 1000);
		},
	};
}
