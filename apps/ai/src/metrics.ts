import type { ProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { Counter, Gauge, Histogram } from "prom-client";

/** Why the language model's draft was not taken: it failed or was late, or no passage supports what it wrote. */
export type FallbackReason = "failed" | "unsupported";

/** The service's counters since its start. */
export interface Metrics {
	/** Texts were turned into vectors for this call by this encoder. */
	encoded(method: "classify" | "embed", encoder: string, ms: number): void;
	/** @param writer name of the model, `extractive`, or empty without a draft */
	drafted(writer: string, ms: number): void;
	llmFallback(reason: FallbackReason): void;
	/** Reports the best available encoder whenever the metrics are read. */
	watchEncoder(best: () => string): void;
}

const REASONS: readonly FallbackReason[] = ["failed", "unsupported"];
// From a short text on the static encoder to a thousand texts on MiniLM.
const ENCODE_SECONDS = [
	0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30,
];
const DRAFT_SECONDS = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics({
	registry,
}: Pick<ProcessMetrics, "registry">): Metrics {
	const registers = [registry];
	const encodes = new Histogram({
		name: "ai_encode_duration_seconds",
		help: "Batches of texts turned into vectors, by call and encoder.",
		labelNames: ["method", "encoder"] as const,
		buckets: ENCODE_SECONDS,
		registers,
	});
	const drafts = new Histogram({
		name: "ai_draft_duration_seconds",
		help: "Drafts by who wrote them; none when no article held an answer.",
		labelNames: ["writer"] as const,
		buckets: DRAFT_SECONDS,
		registers,
	});
	const fallbacks = new Counter({
		name: "ai_llm_fallbacks_total",
		help: "Drafts that the language model should have written and did not.",
		labelNames: ["reason"] as const,
		registers,
	});
	for (const reason of REASONS) fallbacks.inc({ reason }, 0);
	return {
		encoded: (method, encoder, ms) =>
			encodes.observe({ method, encoder }, ms / 1000),
		drafted: (writer, ms) =>
			drafts.observe({ writer: writer || "none" }, ms / 1000),
		llmFallback: (reason) => fallbacks.inc({ reason }),
		watchEncoder: (best) =>
			void new Gauge({
				name: "ai_encoder_in_use",
				help: "1 for the best encoder there is: the static one until MiniLM is ready.",
				labelNames: ["encoder"] as const,
				registers,
				collect() {
					this.reset();
					this.set({ encoder: best() }, 1);
				},
			}),
	};
}
