import type { ProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { Counter, Gauge } from "prom-client";
import type { UnparsedReason } from "./parse/parsed-mail.ts";

/** How a mail came in. */
export type Way = "smtp" | "imap" | "api";
/** What it got: `deferred` mails come again, because something of ours was unavailable. */
export type Outcome = "accepted" | "refused" | "deferred";

/** How it is with an IMAP account that this process reads. */
export type ImapState = "connecting" | "connected" | "failed";

/** What the service counts of itself, since it started. */
export interface Metrics {
	mail(way: Way, outcome: Outcome): void;
	/** A mail that could not be parsed; it becomes a ticket with the raw mail attached. */
	unparsed(reason: UnparsedReason): void;
	/** The certificate that STARTTLS uses from now on. */
	certificate(name: string, expiresAt: Date): void;
	imapAccounts(counts: Readonly<Record<ImapState, number>>): void;
}

const WAYS: readonly Way[] = ["smtp", "imap", "api"];
const OUTCOMES: readonly Outcome[] = ["accepted", "refused", "deferred"];
const REASONS: readonly UnparsedReason[] = [
	"too_many_parts",
	"nested_too_deep",
	"headers_too_large",
	"decoded_too_large",
	"out_of_time",
	"out_of_memory",
	"failed",
];

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
	const unparsed = new Counter({
		name: "mail_unparsed_total",
		help: "Mails that could not be parsed, by reason; each becomes a ticket with the raw mail attached.",
		labelNames: ["reason"] as const,
		registers: [registry],
	});
	for (const reason of REASONS) unparsed.inc({ reason }, 0);
	// With a label, because a gauge without one reports 0 before it is set.
	const expires = new Gauge({
		name: "mail_certificate_expires_timestamp_seconds",
		help: "When the certificate of STARTTLS expires.",
		labelNames: ["name"] as const,
		registers: [registry],
	});
	const accounts = new Gauge({
		name: "mail_imap_accounts",
		help: "IMAP accounts that this process reads, by state.",
		labelNames: ["state"] as const,
		registers: [registry],
	});
	return {
		mail: (way, outcome) => mails.inc({ way, outcome }),
		unparsed: (reason) => unparsed.inc({ reason }),
		certificate(name, expiresAt) {
			expires.reset();
			expires.set({ name }, expiresAt.getTime() / 1_000);
		},
		imapAccounts(counts) {
			for (const [state, count] of Object.entries(counts))
				accounts.set({ state: state as ImapState }, count);
		},
	};
}
