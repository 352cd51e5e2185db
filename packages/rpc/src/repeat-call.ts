import { setTimeout as sleep } from "node:timers/promises";
import {
	type Client,
	connectivityState,
	type ServiceError,
	status,
} from "@grpc/grpc-js";
import { STATUS_DETAILS_TRAILER } from "./error-details.ts";
import type { RetryBudget } from "./retry-budget.ts";

// A little more than a channel waits between two attempts to connect: a service of which one process leaves as the other
// comes back is not away.
const CONNECT_MS = 1_500;
const BACKOFF_MS = 50;
const BACKOFF_MS_MAX = 500;

interface Repeatable {
	readonly client: Client;
	readonly budget: RetryBudget;
	/** How often the call is sent at the most. */
	readonly attempts: number;
	/** When the caller stops waiting, epoch milliseconds. */
	readonly deadline: number;
	send(): Promise<unknown>;
}

/**
 * Sends a call, and sends it again when its connection was lost before the answer. For a channel without any connection
 * it waits a moment first.
 *
 * @throws ServiceError of the last attempt.
 */
export async function repeatCall(call: Repeatable): Promise<unknown> {
	const { client, budget, attempts, deadline } = call;
	const connectUntil = Math.min(deadline, Date.now() + CONNECT_MS);
	for (let attempt = 1; ; attempt += 1) {
		if (!isConnected(client)) await connect(client, connectUntil);
		try {
			const response = await call.send();
			budget.succeeded();
			return response;
		} catch (failure) {
			const isLast = attempt === attempts || Date.now() >= deadline;
			if (!isLost(failure as ServiceError) || !budget.failed() || isLast) {
				throw failure;
			}
		}
		// Another process takes it at once; the same one may need a moment.
		if (isConnected(client)) await sleep(backoffMs(attempt));
	}
}

function isConnected(client: Client): boolean {
	const state = client.getChannel().getConnectivityState(true);
	return state === connectivityState.READY;
}

/** Resolves when there is a connection, or at `until` without one. */
function connect(client: Client, until: number): Promise<void> {
	return new Promise((resolve) => client.waitForReady(until, () => resolve()));
}

/** Whether gRPC itself says that the service cannot be reached. One that answers so in its own words is there. */
function isLost({ code, metadata }: ServiceError): boolean {
	return (
		code === status.UNAVAILABLE &&
		metadata.get(STATUS_DETAILS_TRAILER).length === 0
	);
}

function backoffMs(attempt: number): number {
	const fullMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** (attempt - 1));
	return fullMs * (0.8 + 0.4 * Math.random());
}
