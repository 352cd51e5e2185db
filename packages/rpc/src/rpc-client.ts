import {
	type ChannelCredentials,
	Client,
	credentials,
	type ServiceError,
} from "@grpc/grpc-js";
import {
	AppError,
	upstreamUnavailable,
} from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { inSpan, traceHeaders } from "@supportdesk/tracing/span.ts";
import { type Breaker, type BreakerState, createBreaker } from "./breaker.ts";
import type { CallContext } from "./call-context.ts";
import { CLIENT_OPTIONS } from "./channel-options.ts";
import { signContext } from "./context-metadata.ts";
import { methodPolicy } from "./method-policy.ts";
import { repeatCall } from "./repeat-call.ts";
import { createRetryBudget } from "./retry-budget.ts";
import type {
	AnyHandler,
	ServiceApi,
	ServiceDefinition,
} from "./service-api.ts";
import { fromStatus } from "./status.ts";

const RPC = { "rpc.system": "grpc" };

export interface RpcClientOptions {
	/** Shared by all services of an installation; signs the call context. */
	readonly secret: string;
	readonly log: Logger;
	/** Unencrypted if not given: for one machine, or a mesh that encrypts by itself. */
	readonly credentials?: ChannelCredentials;
	/** Told of every new state of the breaker, for metrics. */
	readonly onBreakerChange?: (state: BreakerState) => void;
}

export interface RpcClient<Definition> {
	readonly api: ServiceApi<Definition>;
	readonly breaker: Breaker;
	close(): void;
}

/**
 * A client of a service behind gRPC: one channel, made once a process. Calls reject with AppErrors only: the
 * service's own, `upstream_unavailable` when it is away or late, `internal_error` for what has no words.
 *
 * @param target host and port, or a gRPC name such as `dns:///tickets:50051`.
 */
export function createRpcClient<Definition extends ServiceDefinition>(
	definition: Definition,
	target: string,
	options: RpcClientOptions,
): RpcClient<Definition> {
	const client = new Client(
		/^(dns|unix|ipv4|ipv6):/.test(target) ? target : `dns:///${target}`,
		options.credentials ?? credentials.createInsecure(),
		CLIENT_OPTIONS,
	);
	const breaker = createBreaker(Date.now, (state) => {
		options.log.warn({ target, state }, "circuit breaker changed");
		options.onBreakerChange?.(state);
	});
	const budget = createRetryBudget();
	const api: Record<string, AnyHandler> = {};
	for (const [name, method] of Object.entries(definition)) {
		const { timeoutMs, attempts } = methodPolicy(name);
		const serialize = method.requestSerialize as (value: unknown) => Buffer;
		const call: AnyHandler = async (request, context) => {
			const metadata = signContext(options.secret, method.path, context);
			for (const [key, value] of Object.entries(traceHeaders() ?? {})) {
				metadata.set(key, value);
			}
			const entry = breaker.enter();
			const deadline = Math.min(context.deadline, Date.now() + timeoutMs);
			try {
				const response = await repeatCall({
					client,
					budget,
					attempts,
					deadline,
					send: () =>
						send(context.signal, (done) =>
							client.makeUnaryRequest(
								method.path,
								serialize,
								method.responseDeserialize,
								request,
								metadata,
								{ deadline },
								done,
							),
						),
				});
				breaker.leave(entry, "success");
				return response;
			} catch (thrown) {
				const error =
					thrown instanceof AppError
						? thrown
						: fromStatus(thrown as ServiceError);
				breaker.leave(entry, outcomeOf(error, context));
				// What carries no words of the service's was not logged there either: gRPC itself refused.
				if (error.type === "api_error" && error.cause !== undefined) {
					const { requestId } = context;
					const facts = { err: error.cause, method: method.path, requestId };
					options.log.error(facts, "call refused");
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
		close: () => client.close(),
	};
}

type Done = (error: ServiceError | null, response?: unknown) => void;

function send(
	signal: AbortSignal,
	start: (done: Done) => { cancel(): void },
): Promise<unknown> {
	if (signal.aborted) {
		return Promise.reject(upstreamUnavailable(new Error("caller gone")));
	}
	return new Promise((resolve, reject) => {
		const call = start((error, response) => {
			signal.removeEventListener("abort", cancel);
			if (error) reject(error);
			else resolve(response);
		});
		const cancel = () => call.cancel();
		signal.addEventListener("abort", cancel, { once: true });
	});
}

/** A service that answers `service_unavailable` is there and answers fast: there is nothing to protect it from. */
function outcomeOf(error: AppError, { signal }: CallContext) {
	if (signal.aborted) return "abandoned";
	return error.type === "bad_gateway" || error.type === "api_error"
		? "failure"
		: "success";
}
