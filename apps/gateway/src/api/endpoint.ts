import type {
	Idempotency,
	Rendered,
} from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { GetAttachmentResponse } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import type { ErrorCode } from "@supportdesk/errors/app-error.ts";
import type { IdPrefix } from "@supportdesk/ids/ids.ts";
import type { Scope } from "@supportdesk/keys/scopes.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { KnowledgeApi, TicketsApi } from "@supportdesk/rpc/service-api.ts";
import type { z } from "zod";

/** The services behind the gateway, on whichever wire. */
export interface Clients {
	readonly tickets: TicketsApi;
	readonly knowledge: KnowledgeApi;
}

/** A thing named in the path. An id of the wrong form answers like one that does not exist. */
export interface PathId {
	readonly prefix: IdPrefix;
	readonly notFound: ErrorCode;
	/** What the message calls it: `ticket` in "There is no such ticket". */
	readonly noun: string;
}

/** What a request says, checked and with its defaults. */
export interface Input<Query, Body> {
	readonly params: Readonly<Record<string, string>>;
	readonly query: Query;
	readonly body: Body;
	readonly idempotency: Idempotency | undefined;
}

interface EndpointBase<Query, Body> {
	readonly method: "get" | "post" | "patch" | "delete";
	/** Express' way of writing it, `/v1/tickets/:id`; also what logs and metrics call it. */
	readonly path: string;
	readonly scope: Scope;
	/** The ids in the path by parameter name; a parameter that is not here is any text. */
	readonly ids: Readonly<Record<string, PathId>>;
	readonly query?: z.ZodType<Query>;
	readonly body?: z.ZodType<Body>;
	/** Largest body, in bytes. */
	readonly bodyBytesMax?: number;
	/** Whether a request without any body is one with `{}`. */
	readonly bodyOptional?: boolean;
	/** Whether the Idempotency-Key header is honoured. */
	readonly idempotent?: boolean;
	readonly documentation: Documentation;
}

/** An endpoint that answers JSON. */
export interface JsonEndpoint<Query, Body> extends EndpointBase<Query, Body> {
	readonly call: (
		clients: Clients,
		input: Input<Query, Body>,
		context: CallContext,
	) => Promise<Rendered>;
	/** Where the resource that a 201 names is found. */
	readonly location?: (
		id: string,
		params: Input<Query, Body>["params"],
	) => string;
}

/** An endpoint that answers the bytes of a file. */
export interface FileEndpoint extends EndpointBase<unknown, unknown> {
	readonly callForFile: (
		clients: Clients,
		input: Input<unknown, unknown>,
		context: CallContext,
	) => Promise<GetAttachmentResponse>;
}

/** What the API document says beyond what the schemas say. */
export interface Documentation {
	readonly operationId: string;
	readonly tag: "Tickets" | "Conversations" | "Knowledge base";
	readonly summary: string;
	readonly description?: string;
	/** 200 unless given. */
	readonly status?: 200 | 201;
	/** Undefined for a file. */
	readonly response?: z.ZodType;
	/** Codes of the operation's own; those that every operation can answer are added. */
	readonly errors?: readonly ErrorCode[];
	readonly requestExample?: unknown;
	readonly responseExample: unknown;
}

export type Endpoint = JsonEndpoint<never, never> | FileEndpoint;

/** An endpoint with its types checked against each other, and then put aside. */
export function endpoint<Query = undefined, Body = undefined>(
	definition: JsonEndpoint<Query, Body>,
): Endpoint {
	return definition as unknown as Endpoint;
}
