import { hash } from "node:crypto";
import {
	AppError,
	type ErrorDetail,
	serviceUnavailable,
} from "@supportdesk/errors/app-error.ts";
import { isId } from "@supportdesk/ids/ids.ts";
import type { Scope } from "@supportdesk/keys/scopes.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Request, RequestHandler, Response } from "express";
import type { Clients, Endpoint, Input, PathId } from "../api/endpoint.ts";
import { hasControlCharacters } from "../api/fields.ts";
import type { ByteSemaphore } from "../guards/byte-semaphore.ts";
import type { JsonParser } from "../guards/json-parser.ts";
import {
	type Account,
	FREE_BYTES,
	type MemoryBudget,
} from "../guards/memory-budget.ts";
import type { ParsedJson } from "../guards/parse-json.ts";
import { parseQuery } from "../guards/query-string.ts";
import { BODY_BYTES_MAX, readBody } from "../guards/read-body.ts";
import type { Downloads } from "../streams/downloads.ts";
import type { Streams } from "../streams/streams.ts";
import { type Exchange, exchangeOf, whenClosed } from "./exchange.ts";
import { readIdempotency } from "./idempotency-key.ts";
import { headerValues } from "./request-headers.ts";
import { noParameters, validate } from "./validate.ts";
import { writeFile, writeRendered } from "./write-service-response.ts";

export interface EndpointDeps {
	readonly clients: Clients;
	readonly json: JsonParser;
	readonly memory: MemoryBudget;
	/** Bounds the bodies over `FREE_BYTES` that are processed concurrently. */
	readonly semaphore: ByteSemaphore;
	readonly streams: Streams;
	readonly downloads: Downloads;
}

/** Handles the requests of one endpoint: scope, body, schema, idempotency, then its one call. */
export function handleEndpoint(
	endpoint: Endpoint,
	deps: EndpointDeps,
): RequestHandler {
	return async (req, res) => {
		const exchange = exchangeOf(res);
		requireScope(exchange, endpoint.scope);
		const account = deps.memory.open(ownerOf(exchange));
		whenClosed(res, account.close);
		const bytes = await readBytes(endpoint, req, res, account);
		const respond = async () => {
			const write = await call(endpoint, req, res, deps, account, bytes);
			// The service has the body by now.
			account.clear();
			await write(account);
		};
		if (bytes && bytes.length > FREE_BYTES) {
			await deps.semaphore.run(bytes.length, () => {
				refuseWhenTooLate(exchange);
				return respond();
			});
		} else await respond();
	};
}

/** Refuses a queued request whose client has disconnected or whose deadline has passed. @throws AppError `service_unavailable` */
function refuseWhenTooLate({ abort, deadline }: Exchange): void {
	if (abort.signal.aborted || Date.now() > deadline) throw serviceUnavailable();
}

async function readBytes(
	endpoint: Endpoint,
	req: Request,
	res: Response,
	account: Account,
) {
	const { body, rawBody } = endpoint;
	if (!body && rawBody === undefined) return undefined;
	const bytesMax = endpoint.bodyBytesMax ?? BODY_BYTES_MAX.plain;
	const bytes = await readBody(req, res, bytesMax, account, rawBody);
	if (rawBody !== undefined && bytes.length === 0) throw noMail();
	return bytes;
}

const noMail = () =>
	new AppError(
		"invalid_request",
		"missing_parameter",
		"The body is empty: send the mail as it came in.",
	);

type WriteResponse = (account: Account) => void | Promise<void>;

/** Calls the service; the request's input can be freed before the response is written. */
async function call(
	endpoint: Endpoint,
	req: Request,
	res: Response,
	{ clients, json, streams, downloads }: EndpointDeps,
	account: Account,
	bytes: Uint8Array<ArrayBuffer> | undefined,
): Promise<WriteResponse> {
	const exchange = exchangeOf(res);
	const isRaw = endpoint.rawBody !== undefined;
	const parsed = isRaw
		? undefined
		: bytes && (await json.parse(bytes, endpoint.shape));
	const input = isRaw
		? readRawInput(endpoint, req, bytes!)
		: readInput(endpoint, exchange, req, parsed);
	if ("stream" in endpoint) {
		const { query } = input;
		const lastEventId = readLastEventId(req);
		return () => streams.open(res, endpoint.stream(query, lastEventId));
	}
	if ("read" in endpoint) {
		const { query } = input;
		return () => downloads.open(res, endpoint, clients, query);
	}
	const { params } = input;
	const context = contextOf(exchange, req, account);
	if ("call" in endpoint) {
		const { key, secret, verdict } = exchange;
		const sender = { key: key!, secret: secret!, verdict: verdict! };
		const work = endpoint.call(clients, input, context, sender);
		const response = await trackWork(exchange, work);
		return (account) => {
			holdResponse(account, endpoint, response.body);
			const location =
				response.resourceId && endpoint.location?.(response.resourceId, params);
			writeRendered(req, res, response, location);
		};
	}
	const work = endpoint.callForFile(clients, input, context);
	const file = await trackWork(exchange, work);
	return (account) => {
		holdResponse(account, endpoint, file.data);
		writeFile(res, file);
	};
}

/** The key's slot is held until the service is done, even if the client disconnects earlier. */
function trackWork<T>(exchange: Exchange, work: Promise<T>): Promise<T> {
	exchange.work = work;
	return work;
}

/** @throws AppError `service_unavailable` */
function holdResponse(
	account: Account,
	{ method }: Endpoint,
	{ length }: Uint8Array,
): void {
	// The response to a change must be sent, or the client would assume that the change was refused.
	if (method === "get") account.hold(length);
	else account.add(length);
}

/** The sequence that a client which connects again has read last. */
function readLastEventId(req: Request): number | undefined {
	const [value = ""] = headerValues(req, "last-event-id");
	return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

function ownerOf({ key }: Exchange) {
	return { keyId: key!.id, workspaceId: key!.workspaceId };
}

type AnyInput = Input<never, never>;

function requireScope({ key }: Exchange, scope: Scope | undefined): void {
	if (scope === undefined || key?.scopes.has(scope)) return;
	throw new AppError(
		"permission_error",
		"insufficient_scope",
		`This operation needs an API key with the scope ${scope}.`,
	);
}

function readInput(
	endpoint: Endpoint,
	exchange: Exchange,
	req: Request,
	parsed: ParsedJson | undefined,
): AnyInput {
	const query = validate(endpoint.query ?? noParameters, parseQuery(req.url));
	for (const scope of endpoint.scopesOf?.(query as never) ?? [])
		requireScope(exchange, scope);
	const body =
		endpoint.body &&
		validate(
			endpoint.body,
			parsed?.value,
			parsed?.forbidden.filter(isOutside(endpoint.rows)),
		);
	const idempotency = endpoint.idempotent
		? readIdempotency(
				req,
				endpoint.fingerprintOf?.(body as never, query as never) ?? body,
			)
		: undefined;
	const params = readParams(endpoint.ids, req.params as Record<string, string>);
	return { params, query, body, idempotency } as AnyInput;
}

/** What is wrong in a row is the row's error. */
function isOutside(rows: string | undefined) {
	return ({ param }: ErrorDetail) =>
		rows === undefined || !param?.startsWith(`${rows}.`);
}

/** The bytes of a body that is no JSON are known by their hash. */
function readRawInput(
	endpoint: Endpoint,
	req: Request,
	bytes: Uint8Array<ArrayBuffer>,
): AnyInput {
	const query = validate(endpoint.query ?? noParameters, parseQuery(req.url));
	const idempotency = endpoint.idempotent
		? readIdempotency(req, hash("sha256", bytes))
		: undefined;
	const params = readParams(endpoint.ids, req.params as Record<string, string>);
	return { params, query, body: bytes, idempotency } as unknown as AnyInput;
}

function readParams(
	ids: Readonly<Record<string, PathId>>,
	params: Record<string, string>,
): Record<string, string> {
	for (const [name, value] of Object.entries(params)) {
		const id = ids[name];
		if (id && !isId(id.prefix, value)) throw notFound(id);
		if (!id && hasControlCharacters(value)) throw invalidPath(name);
	}
	return params;
}

/** The service's error for an unknown id, byte for byte, so that clients cannot distinguish the two. */
function notFound({ notFound, noun }: PathId): AppError {
	return new AppError("not_found", notFound, `There is no such ${noun}.`);
}

function invalidPath(param: string): AppError {
	return new AppError(
		"invalid_request",
		"invalid_parameter",
		`${param} must not contain control characters.`,
		{ param },
	);
}

function contextOf(
	exchange: Exchange,
	req: Request,
	account: Account,
): CallContext {
	const key = exchange.key!;
	const isRead = req.method === "GET" || req.method === "HEAD";
	return {
		requestId: exchange.requestId,
		workspaceId: key.workspaceId,
		apiKeyId: key.id,
		actorId: key.ownerId,
		deadline: exchange.deadline,
		signal: exchange.abort.signal,
		// Identifies the operation in every attempt of one call, so that a retry changes nothing twice.
		operationId: req.method === "GET" ? "" : exchange.requestId,
		// The response to a change is sent in any case.
		admitLarge: isRead
			? (bytes, until) => account.wait(bytes, until - Date.now())
			: undefined,
	};
}
