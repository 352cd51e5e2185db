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
import type { CallContext } from "./call-context.ts";
import { CallFailure } from "./call-failure.ts";
import { callWithRetries } from "./call-with-retries.ts";
import { addressesOf } from "./connection/addresses.ts";
import type { Attempt } from "./connection/attempt.ts";
import type { Transport } from "./connection/instance.ts";
import { Instances } from "./connection/instances.ts";
import { createRetryBudget, type RetryBudget } from "./retry-budget.ts";
import type {
	AnyHandler,
	AnyMethod,
	ServiceApi,
	ServiceDefinition,
} from "./service-api.ts";
import { createContextSigner } from "./signed-context.ts";
import { fromStatus } from "./status.ts";
import { isUnimplemented } from "./unimplemented.ts";

const RPC = { "rpc.system": "grpc" };

export interface RpcClientOptions {
	/** Shared by all services of an installation; signs the call context. */
	readonly secret: string;
	readonly log: Logger;
	/** Unencrypted if not given: for one machine, or a mesh that encrypts by itself. */
	readonly credentials?: ChannelCredentials;
	/** `stream` unless given. Where a service knows no streams all calls are unary. */
	readonly transport?: Transport;
	/** Called with every new state of the breaker, for metrics. */
	readonly onBreakerChange?: (state: BreakerState) => void;
}

export interface RpcClient<Definition> {
	readonly api: ServiceApi<Definition>;
	readonly breaker: Breaker;
	close(): void;
}

/**
 * A client of a service behind gRPC, made once a process. Calls reject with AppErrors only: the service's own,
 * `upstream_unavailable` when it is unavailable or late, `internal_error` for unrecognised errors.
 *
 * @param target host and port, or a gRPC name such as `dns:///tickets:50051`.
 */
export function createRpcClient<Definition extends ServiceDefinition>(
	definition: Definition,
	target: string,
	options: RpcClientOptions,
): RpcClient<Definition> {
	const { log } = options;
	const instances = new Instances(
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
	const connection = { instances, sign, breaker, budget, log };
	const api: Record<string, AnyHandler> = {};
	for (const [name, method] of Object.entries(definition)) {
		api[name] = (request, context) =>
			inSpan(method.path, "client", RPC, () =>
				call(connection, method, request, context),
			);
	}
	return {
		api: api as ServiceApi<Definition>,
		breaker,
		close: () => instances.close(),
	};
}

interface Connection {
	readonly instances: Instances;
	readonly sign: ReturnType<typeof createContextSigner>;
	readonly breaker: Breaker;
	readonly budget: RetryBudget;
	readonly log: Logger;
}

/** @throws AppError only. */
async function call(
	{ instances, sign, breaker, budget, log }: Connection,
	method: AnyMethod,
	request: unknown,
	context: CallContext,
): Promise<unknown> {
	const { deadline, signal, admitLarge } = context;
	const { timeoutMs, attempts } = METHOD_POLICIES[method.path];
	const signed = sign(method.path, context);
	const entry = breaker.enter();
	try {
		if (signal.aborted)
			throw upstreamUnavailable(new Error("caller disconnected"));
		const attempt: Attempt = {
			method,
			request: method.requestStream
				? (request as AsyncIterable<unknown>)
				: method.requestSerialize(request as never),
			context: signed,
			traceparent: traceHeaders()?.traceparent ?? "",
			deadline: Math.min(deadline, Date.now() + timeoutMs),
			signal,
			admitLarge,
		};
		const response = await callWithRetries(
			instances,
			attempt,
			attempts,
			budget,
		);
		breaker.leave(entry, "success");
		return response;
	} catch (thrown) {
		const isFailure = thrown instanceof CallFailure && !signal.aborted;
		breaker.leave(entry, isFailure ? thrown.outcome : "abandoned");
		const error = errorOf(thrown);
		if (isRefusedByTransport(error)) {
			const { requestId } = context;
			const facts = { err: error.cause, method: method.path, requestId };
			log.error(facts, "call refused");
		}
		throw error;
	}
}

/** Whether the call failed in gRPC itself, so that the service has not logged it. */
function isRefusedByTransport(error: AppError): boolean {
	if (error.type !== "api_error" || error.cause === undefined) return false;
	return !isUnimplemented(error);
}

function errorOf(thrown: unknown): AppError {
	if (thrown instanceof AppError) return thrown;
	if (thrown instanceof CallFailure) return fromStatus(thrown.status, thrown);
	return internalError(thrown);
}
