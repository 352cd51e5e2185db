import {
	createCounter,
	type ProcessMetrics,
} from "@supportdesk/metrics/process-metrics.ts";

/** The service's counters since its start. */
export interface Metrics {
	/** A question was searched by its words alone because the AI service did not respond. */
	countLexicalSearch(): void;
	/** The embedded engine searched because the search server did not respond. */
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
		"search_misses_total",
		"Questions that no article answered.",
	);
	return {
		countLexicalSearch: () => lexical.inc(),
		countEngineFallback: () => fallbacks.inc(),
		countUnanswered: () => unanswered.inc(),
	};
}
