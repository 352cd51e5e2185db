import { setTimeout as sleep } from "node:timers/promises";
import { type ChannelCredentials, credentials } from "@grpc/grpc-js";
import { METHOD_POLICIES } from "@supportdesk/contracts/supportdesk/rpc/v1/options.ts";
import {
	AppError,
	internalError,
	upstreamUnavailable,
} from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { inSpan, traceHeaders } from "@supportdesk/tracing/span.ts";
import { type Breaker, type BreakerState, createBreaker } from "./breaker.ts";
import { CallFailure } from "./call-failure.ts";
import { addressesOf } from "./connection/addresses.ts";
import type { Attempt } from "./connection/attempt.ts";
import type { Transport } from "./connection/instance.ts";
import { createInstances, type Instances } from "./connection/instances.ts";
import { createRetryBudget, type RetryBudget } from "./retry-budget.ts";
import type {
	AnyHandler,
	ServiceApi,
	ServiceDefinition,
} from "./service-api.ts";
import { createContextSigner } from "./signed-context.ts";
import { fromStatus } from "./status.ts";
import { isUnimplemented } from "./unimplemented.ts";

const RPC = { "rpc.system": "grpc" };
// A little more than an instance waits between two attempts to connect: a service of which one process leaves as the
// other comes back is not away.
const CONNECT_MS = 1_500;
const BACKOFF_MS = 50;
const BACKOFF_MS_MAX = 500;

export interface RpcClientOptions {
	/** Shared by all services of an installation; signs the call context. */
	readonly secret: string;
	readonly log: Logger;
	/** Unencrypted if not given: for one machine, or a mesh that encrypts by itself. */
	readonly credentials?: ChannelCredentials;
	/** `stream` unless given. Where a service knows no streams all calls are unary. */
	readonly transport?: Transport;
	/** Told of every new state of the breaker, for metrics. */
	readonly onBreakerChange?: (state: BreakerState) => void;
}

export interface RpcClient<Definition> {
	readonly api: ServiceApi<Definition>;
	readonly breaker: Breaker;
	close(): void;
}

/**
 * A client of a service behind gRPC, made once a process. Calls reject with AppErrors only: the service's own,
 * `upstream_unavailable` when it is away or late, `internal_error` for what has no words.
 *
 * @param target host and port, or a gRPC name such as `dns:///tickets:50051`.
 */
export function createRpcClient<Definition extends ServiceDefinition>(
	definition: Definition,
	target: string,
	options: RpcClientOptions,
): RpcClient<Definition> {
	const { log } = options;
	const instances = createInstances(
		addressesOf(target),
		options.credentials ?? credentials.createInsecure(),
		options.transport ?? "stream",
	);
	const sign = createContextSigner(options.secret);
	const budget = createRetryBudget();
	const breaker = createBreaker(Date.now, (state) => {
		log.warn({ target, state }, "circuit breaker changed");
		options.onBreakerChange?.(state);
	});
	const api: Record<string, AnyHandler> = {};
	for (const [name, method] of Object.entries(definition)) {
		const { timeoutMs, attempts } = METHOD_POLICIES[method.path];
		const serialize = method.requestSerialize as (value: unknown) => Buffer;
		const call: AnyHandler = async (request, context) => {
			const { deadline, signal } = context;
			const signed = sign(method.path, context);
			const entry = breaker.enter();
			try {
				if (signal.aborted) throw upstreamUnavailable(new Error("caller gone"));
				const attempt: Attempt = {
					method,
					request: method.requestStream
						? (request as AsyncIterable<unknown>)
						: serialize(request),
					context: signed,
					traceparent: traceHeaders()?.traceparent ?? "",
					deadline: Math.min(deadline, Date.now() + timeoutMs),
					signal,
				};
				const response = await callRepeatedly(
					instances,
					attempt,
					attempts,
					budget,
				);
				breaker.leave(entry, "success");
				return response;
			} catch (thrown) {
				breaker.leave(
					entry,
					thrown instanceof CallFailure && !signal.aborted
						? thrown.outcome
						: "abandoned",
				);
				const error = errorOf(thrown);
				// What carries no words of the service's was not logged there either: gRPC itself refused.
				const isRefused = error.cause !== undefined && !isUnimplemented(error);
				if (error.type === "api_error" && isRefused) {
					const { requestId } = context;
					const facts = { err: error.cause, method: method.path, requestId };
					log.error(facts, "call refused");
				}
				throw error;
			}
		};
		api[name] = (request, context) =>
			inSpan(method.path, "client", RPC, () => call(request, context));
	}
	return {
		api: api as ServiceApi<Definition>,
		breaker,
		close: () => instances.close(),
	};
}

/**
 * Sends a call, and sends it again when its connection was lost before the answer, each time where the fewest calls are
 * in progress. While there is no connection at all it waits a moment first.
 *
 * @throws CallFailure of the last attempt.
 */
async function callRepeatedly(
	instances: Instances,
	attempt: Attempt,
	attempts: number,
	budget: RetryBudget,
): Promise<unknown> {
	const { deadline, signal } = attempt;
	const connectUntil = Math.min(deadline, Date.now() + CONNECT_MS);
	for (let tried = 1; ; tried += 1) {
		try {
			const answer = await instances.call(attempt, connectUntil);
			budget.succeeded();
			return answer;
		} catch (failure) {
			const isLost = failure instanceof CallFailure && failure.mayRepeat;
			if (!isLost || !budget.failed() || tried === attempts) throw failure;
			if (Date.now() >= deadline || signal.aborted) throw failure;
		}
		// Another instance takes it at once; the same one may need a moment.
		if (instances.isReady()) await sleep(backoffMs(tried));
	}
}

function backoffMs(tried: number): number {
	const fullMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** (tried - 1));
	return fullMs * (0.8 + 0.4 * Math.random());
}

function errorOf(thrown: unknown): AppError {
	if (thrown instanceof AppError) return thrown;
	if (thrown instanceof CallFailure) return fromStatus(thrown.status, thrown);
	return internalError(thrown);
}
