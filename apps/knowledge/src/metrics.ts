import {
	createCounter,
	type ProcessMetrics,
} from "@supportdesk/metrics/process-metrics.ts";

/** What the service counts of itself, since it started. */
export interface Metrics {
	/** A question was searched by its words alone because the AI service did not answer. */
	countLexicalSearch(): void;
	/** The search server did not answer and the embedded engine did. */
	countEngineFallback(): void;
	/** No article answered a question. */
	countUnanswered(): void;
}

export function createMetrics({
	registry,
}: Pick<ProcessMetrics, "registry">): Metrics {
	const lexical = createCounter(
		registry,
		"search_lexical_only_total",
		"Questions searched by their words alone because the AI service did not answer.",
	);
	const fallbacks = createCounter(
		registry,
		"search_engine_fallbacks_total",
		"Searches in memory because the search server did not answer.",
	);
	const unanswered = createCounter(
		registry,
		"search_unanswered_total",
		"Questions that no article answered.",
	);
	return {
		countLexicalSearch: () => lexical.inc(),
		countEngineFallback: () => fallbacks.inc(),
		countUnanswered: () => unanswered.inc(),
	};
}
