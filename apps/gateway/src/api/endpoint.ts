import type {
	Idempotency,
	Rendered,
} from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { GetAttachmentResponse } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import type { ErrorCode } from "@supportdesk/errors/app-error.ts";
import type { IdPrefix } from "@supportdesk/ids/ids.ts";
import type { ApiVersion } from "@supportdesk/keys/api-versions.ts";
import type { Scope } from "@supportdesk/keys/scopes.ts";
import type { Verdict } from "@supportdesk/limits/verdict.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type {
	EventsApi,
	KnowledgeApi,
	MailApi,
	TicketsApi,
} from "@supportdesk/rpc/service-api.ts";
import type { z } from "zod";
import type { AccountsApi } from "../accounts/accounts-api.ts";
import type { ShapeLimits } from "../guards/json-shape.ts";
import type { ApiKey } from "../keys/api-key.ts";
import type { KeysApi } from "../keys/keys-api.ts";
import type { PresenceApi } from "../presence/presence.ts";

/** The services behind the gateway, over any transport. */
export interface Services {
	readonly tickets: TicketsApi;
	readonly knowledge: KnowledgeApi;
	readonly events: EventsApi;
	readonly mail: MailApi;
}

/** What endpoints call: the services, and the gateway's own API keys, accounts and presence. */
export interface Clients extends Services {
	readonly keys: KeysApi;
	readonly accounts: AccountsApi;
	readonly presence: PresenceApi;
}

/** Who sends a request. */
export interface Sender {
	readonly key: ApiKey;
	/** The key itself, as the request presents it; the token of a session. */
	readonly secret: string;
	readonly verdict: Verdict;
	/** The version of the request. */
	readonly apiVersion: ApiVersion;
}

/** An id in the path. An id of the wrong form gets the same response as an unknown id. */
export interface PathId {
	readonly prefix: IdPrefix;
	readonly notFound: ErrorCode;
	/** The noun of the error message: `ticket` in "There is no such ticket". */
	readonly noun: string;
}

/** The validated contents of a request, with defaults. */
export interface Input<Query, Body> {
	readonly params: Readonly<Record<string, string>>;
	readonly query: Query;
	readonly body: Body;
	readonly idempotency: Idempotency | undefined;
}

interface EndpointBase<Query, Body> {
	readonly method: "get" | "post" | "put" | "patch" | "delete";
	/** In Express' syntax, `/v1/tickets/:id`; also the route in logs and metrics. */
	readonly path: string;
	/** Undefined for an operation that every key may call. */
	readonly scope?: Scope;
	/** Further scopes that the key needs for what the query string asks for. */
	readonly scopesOf?: (query: Query) => readonly Scope[];
	/** The ids in the path by parameter name; other parameters may be any text. */
	readonly ids: Readonly<Record<string, PathId>>;
	readonly query?: z.ZodType<Query>;
	readonly body?: z.ZodType<Body>;
	/** The type of a body that is no JSON: `call` gets its bytes. */
	readonly rawBody?: string;
	/** Largest body, in bytes. */
	readonly bodyBytesMax?: number;
	/** How many values a body may have, where that is more than one resource has. */
	readonly shape?: ShapeLimits;
	/** The field of the body that has rows, each of which the endpoint checks by itself. */
	readonly rows?: string;
	/** Whether a request without a body is treated as one with `{}`. */
	readonly bodyOptional?: boolean;
	/** Whether the Idempotency-Key header is honoured. */
	readonly idempotent?: boolean;
	/** What equal requests have in common, where that is not the body alone. */
	readonly fingerprintOf?: (body: Body, query: Query) => unknown;
	readonly documentation: Documentation;
}

/** An endpoint that returns JSON. */
export interface JsonEndpoint<Query, Body> extends EndpointBase<Query, Body> {
	readonly call: (
		clients: Clients,
		input: Input<Query, Body>,
		context: CallContext,
		sender: Sender,
	) => Promise<Rendered>;
	/** The path of the resource that a 201 has created, or of the job that a 202 has started. */
	readonly location?: (
		id: string,
		params: Input<Query, Body>["params"],
	) => string;
}

/** An endpoint that returns the bytes of a file. */
export interface FileEndpoint extends EndpointBase<unknown, unknown> {
	readonly callForFile: (
		clients: Clients,
		input: Input<unknown, unknown>,
		context: CallContext,
	) => Promise<GetAttachmentResponse>;
}

/** Which events a stream writes. */
export interface StreamRequest {
	/** The sequence to start behind; undefined for new events only. */
	readonly after: number | undefined;
	/** All when empty. */
	readonly types: readonly string[];
	/** Whether the stream also reports which agents are in which conversations. */
	readonly presence: boolean;
}

/** An endpoint that answers a stream of server-sent events. */
export interface StreamEndpoint<Query> extends EndpointBase<Query, unknown> {
	/** @param lastEventId of the `Last-Event-ID` header; undefined where it has none or no sequence. */
	readonly stream: (
		query: Query,
		lastEventId: number | undefined,
	) => StreamRequest;
}

/** Some lines of a download, and what continues it. */
export interface Lines {
	readonly lines: Uint8Array;
	/** Empty behind the last line. */
	readonly nextCursor: string;
}

/** An endpoint that answers lines of JSON, part by part, until there are no more. */
export interface DownloadEndpoint<Query> extends EndpointBase<Query, unknown> {
	/** @param cursor of the part before; empty to begin. */
	readonly read: (
		clients: Clients,
		query: Query,
		cursor: string,
		context: CallContext,
	) => Promise<Lines>;
}

/** What the API document contains in addition to the schemas. */
export interface Documentation {
	readonly operationId: string;
	readonly tag:
		| "Tickets"
		| "Conversations"
		| "Knowledge base"
		| "Events"
		| "Webhooks"
		| "Directory"
		| "Mail";
	readonly summary: string;
	readonly description?: string;
	/** 200 by default. */
	readonly status?: 200 | 201 | 202;
	/** What a 200 means where the endpoint usually creates something. */
	readonly changes?: string;
	/** Undefined for a file or a stream. */
	readonly response?: z.ZodType;
	/** Codes of this operation; the codes of every operation are added. */
	readonly errors?: readonly ErrorCode[];
	/** The body where its validation is not what a client sends. */
	readonly request?: z.ZodType;
	readonly requestExample?: unknown;
	readonly responseExample: unknown;
}

export type Endpoint =
	| JsonEndpoint<never, never>
	| FileEndpoint
	| StreamEndpoint<never>
	| DownloadEndpoint<never>;

/** Checks an endpoint's types against each other, then erases them. */
export function endpoint<Query = undefined, Body = undefined>(
	definition: JsonEndpoint<Query, Body>,
): Endpoint {
	return definition as unknown as Endpoint;
}

/** The same for an endpoint that answers lines. */
export function endpointOfDownload<Query>(
	definition: DownloadEndpoint<Query>,
): Endpoint {
	return definition as unknown as Endpoint;
}

/** The same for an endpoint that answers a stream. */
export function endpointOfStream<Query>(
	definition: StreamEndpoint<Query>,
): Endpoint {
	return definition as unknown as Endpoint;
}
