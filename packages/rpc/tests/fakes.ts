import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import type { CallContext } from "../src/call-context.ts";
import type { AnyHandler, TicketsApi } from "../src/service-api.ts";

/** A context as the gateway makes it, with what the test wants to be different. */
export function aContext(changes: Partial<CallContext> = {}): CallContext {
	const now = Date.now();
	return {
		requestId: newId("req", now),
		workspaceId: newId("wsp", now),
		apiKeyId: newId("key", now),
		actorId: newId("usr", now),
		deadline: now + 30_000,
		signal: new AbortController().signal,
		operationId: newId("req", now),
		...changes,
	};
}

export function rendered(body: string | Buffer): Rendered {
	return {
		status: 200,
		body: Buffer.from(body),
		nextCursor: "",
		resourceId: "",
		replayed: false,
	};
}

/** A full handler table whose methods are looked up at every call. */
export function ticketsHandlers(
	find: <Name extends keyof TicketsApi>(name: Name) => unknown,
): TicketsApi {
	const table: Record<string, AnyHandler> = {};
	for (const name of Object.keys(TicketsServiceService)) {
		table[name] = (request, context) =>
			(find(name as keyof TicketsApi) as AnyHandler)(request, context);
	}
	return table as unknown as TicketsApi;
}
