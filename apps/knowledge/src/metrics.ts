/** What the service counts of itself, since it started. */
export interface Metrics {
	/** A question was searched by its words alone because the AI service did not answer. */
	countLexicalSearch(): void;
	/** The search server did not answer and the embedded engine did. */
	countEngineFallback(): void;
	read(): {
		readonly lexicalSearches: number;
		readonly engineFallbacks: number;
	};
}

export function createMetrics(): Metrics {
	let lexicalSearches = 0;
	let engineFallbacks = 0;
	return {
		countLexicalSearch() {
			lexicalSearches++;
		},
		countEngineFallback() {
			engineFallbacks++;
		},
		read: () => ({ lexicalSearches, engineFallbacks }),
	};
}
