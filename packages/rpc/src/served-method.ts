import { METHOD_POLICIES } from "@supportdesk/contracts/supportdesk/rpc/v1/options.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { inSpan } from "@supportdesk/tracing/span.ts";
import type { CallContext } from "./call-context.ts";
import { failureOf } from "./failure.ts";
import type {
	AnyHandler,
	AnyMethod,
	ServiceApi,
	ServiceDefinition,
} from "./service-api.ts";

const RPC = { "rpc.system": "grpc" };

/** A method of a service with its handler, as both kinds of calls reach it. */
export interface ServedMethod {
	readonly name: string;
	readonly path: string;
	/** The longest time it may take, even if the caller would wait longer. */
	readonly timeoutMs: number;
	readonly codec: AnyMethod;
	/** Runs the handler. @throws AppError only; anything else was logged and is `internal_error`. */
	run(
		request: unknown,
		context: CallContext,
		traceparent: string,
	): Promise<unknown>;
}

/** @throws Error when a handler is missing. */
export function serveMethods<Definition extends ServiceDefinition>(
	definition: Definition,
	handlers: ServiceApi<Definition>,
	log: Logger,
): ServedMethod[] {
	return Object.entries(definition).map(([name, codec]) => {
		const { path } = codec;
		const handler = (handlers as Record<string, AnyHandler>)[name];
		if (!handler) throw new Error(`no handler for ${path}`);
		return {
			name,
			path,
			codec,
			timeoutMs: METHOD_POLICIES[path].timeoutMs,
			async run(request, context, traceparent) {
				try {
					return await inSpan(
						path,
						"server",
						RPC,
						() => handler(request, context),
						{ traceparent },
					);
				} catch (thrown) {
					throw failureOf(thrown, log, path, context);
				}
			},
		};
	});
}
