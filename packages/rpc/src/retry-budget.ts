const TOKENS_MAX = 100;
const TOKENS_PER_SUCCESS = 0.1;

/**
 * Permits retries while not much more than one call in ten fails, so that a dead service receives little more than its
 * callers' own load (https://github.com/grpc/proposal/blob/master/A6-client-retries.md, retryThrottling).
 */
export interface RetryBudget {
	succeeded(): void;
	/** Counts a failure; returns whether the call may be sent again. */
	failed(): boolean;
}

/** Each target has a budget of its own. */
export function createRetryBudget(): RetryBudget {
	let tokens = TOKENS_MAX;
	return {
		succeeded() {
			tokens = Math.min(TOKENS_MAX, tokens + TOKENS_PER_SUCCESS);
		},
		failed() {
			tokens = Math.max(0, tokens - 1);
			return tokens > TOKENS_MAX / 2;
		},
	};
}
