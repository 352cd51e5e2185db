import { METHOD_POLICIES } from "@supportdesk/contracts/supportdesk/rpc/v1/options.ts";
import { upstreamUnavailable } from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { inSpan } from "@supportdesk/tracing/span.ts";
import type { CallContext } from "./call-context.ts";
import { failureOf } from "./failure.ts";
import type {
	AnyHandler,
	ServiceApi,
	ServiceDefinition,
} from "./service-api.ts";

/**
 * A client that calls the handlers in this process, with the contract of the gRPC client: the method's own timeout or the
 * caller's deadline, whichever is sooner, ends the wait with `upstream_unavailable` and aborts the handler's signal;
 * unrecognised errors are logged once and become `internal_error`. Calls are not retried here, so handlers see no
 * operation id and need not store one.
 */
export function createInProcessClient<Definition extends ServiceDefinition>(
	definition: Definition,
	handlers: ServiceApi<Definition>,
	log: Logger,
): ServiceApi<Definition> {
	const api: Record<string, AnyHandler> = {};
	for (const [name, method] of Object.entries(definition)) {
		const handler = (handlers as Record<string, AnyHandler>)[name];
		if (!handler) throw new Error(`no handler for ${method.path}`);
		const { timeoutMs } = METHOD_POLICIES[method.path];
		api[name] = (request, context) =>
			callHandler(handler, request, context, timeoutMs, log, method.path);
	}
	return api as ServiceApi<Definition>;
}

function callHandler(
	handler: AnyHandler,
	request: unknown,
	context: CallContext,
	timeoutMs: number,
	log: Logger,
	path: string,
): Promise<unknown> {
	return new Promise((resolve, reject) => {
		const { signal: parent } = context;
		const own = new AbortController();
		const deadline = Math.min(context.deadline, Date.now() + timeoutMs);
		const settle = () => {
			clearTimeout(timer);
			parent.removeEventListener("abort", stopWaiting);
		};
		const stopWaiting = () => {
			settle();
			const reason = parent.aborted ? "caller disconnected" : "deadline passed";
			const failure = upstreamUnavailable(new Error(`${path}: ${reason}`));
			own.abort(failure);
			reject(failure);
		};
		const timer = setTimeout(stopWaiting, Math.max(0, deadline - Date.now()));
		if (parent.aborted) {
			stopWaiting();
			return;
		}
		parent.addEventListener("abort", stopWaiting, { once: true });
		const inner: CallContext = {
			...context,
			deadline,
			signal: own.signal,
			operationId: "",
		};
		invoke(path, handler, request, inner).then(
			(response) => {
				settle();
				resolve(response);
			},
			(thrown: unknown) => {
				settle();
				reject(failureOf(thrown, log, path, inner));
			},
		);
	});
}

/** Calls a handler so that even a synchronous throw is a rejection. */
async function invoke(
	path: string,
	handler: AnyHandler,
	request: unknown,
	context: CallContext,
): Promise<unknown> {
	return inSpan(path, "internal", {}, () => handler(request, context));
}
