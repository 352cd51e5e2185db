import { AppError } from "@supportdesk/errors/app-error.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Clients } from "../api/endpoint.ts";
import type { Metrics } from "./metrics.ts";

type Call = (request: unknown, context: CallContext) => Promise<unknown>;

/** The same clients, every call of which is counted and timed, on either wire. */
export function observeClients(clients: Clients, metrics: Metrics): Clients {
	return {
		tickets: observe("tickets", clients.tickets, metrics),
		knowledge: observe("knowledge", clients.knowledge, metrics),
	};
}

function observe<Api extends object>(
	service: string,
	api: Api,
	metrics: Metrics,
): Api {
	const observed: Record<string, Call> = {};
	for (const [name, call] of Object.entries(api as Record<string, Call>)) {
		observed[name] = async (request, context) => {
			const startedMs = performance.now();
			let outcome = "ok";
			try {
				return await call(request, context);
			} catch (error) {
				outcome = error instanceof AppError ? error.code : "internal_error";
				throw error;
			} finally {
				metrics.call(service, name, outcome, performance.now() - startedMs);
			}
		};
	}
	return observed as Api;
}
