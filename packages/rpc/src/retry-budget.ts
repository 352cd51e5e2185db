const TOKENS_MAX = 100;
const TOKENS_PER_SUCCESS = 0.1;

/**
 * Lets failed calls be repeated while not much more than one in ten fails, so that a dead service sees little more than
 * its callers' own load (https://github.com/grpc/proposal/blob/master/A6-client-retries.md, retryThrottling).
 */
export interface RetryBudget {
	succeeded(): void;
	/** Counts a failure; answers whether the call may be repeated. */
	failed(): boolean;
}

/** One a target. */
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
