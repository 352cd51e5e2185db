import { setTimeout as sleep } from "node:timers/promises";
import { CallFailure } from "./call-failure.ts";
import type { Attempt } from "./connection/attempt.ts";
import type { Instances } from "./connection/instances.ts";
import type { RetryBudget } from "./retry-budget.ts";

// A little more than an instance waits between two attempts to connect: while one process of a service restarts as
// another one ends, its calls wait.
const CONNECT_MS = 1_500;
const BACKOFF_MS = 50;
const BACKOFF_MS_MAX = 500;

/**
 * Sends a call, and sends it again when its connection was lost before the response, each time to the instance
 * with the fewest calls in progress. While no instance is connected it waits for one first.
 *
 * @throws CallFailure of the last attempt.
 */
export async function callWithRetries(
	instances: Instances,
	attempt: Attempt,
	attempts: number,
	budget: RetryBudget,
): Promise<unknown> {
	const { deadline, signal } = attempt;
	const connectUntil = Math.min(deadline, Date.now() + CONNECT_MS);
	for (let tried = 1; ; tried += 1) {
		try {
			const response = await instances.call(attempt, connectUntil);
			budget.succeeded();
			return response;
		} catch (failure) {
			const isLost = failure instanceof CallFailure && failure.mayRepeat;
			if (!isLost || !budget.failed() || tried === attempts) throw failure;
			if (Date.now() >= deadline || signal.aborted) throw failure;
		}
		// Another instance takes it at once; a single one may be restarting.
		if (instances.isReady()) await sleep(backoffMs(tried));
	}
}

function backoffMs(tried: number): number {
	const fullMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** (tried - 1));
	return fullMs * (0.8 + 0.4 * Math.random());
}
