import { AppError, serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Request, RequestHandler, Response } from "express";
import type { Clients, Endpoint, Sender } from "../api/endpoint.ts";
import type { ByteSemaphore } from "../guards/byte-semaphore.ts";
import type { JsonParser } from "../guards/json-parser.ts";
import {
	type Account,
	FREE_BYTES,
	type MemoryBudget,
} from "../guards/memory-budget.ts";
import type { ParsedJson } from "../guards/parse-json.ts";
import { BODY_BYTES_MAX, readBody } from "../guards/read-body.ts";
import type { Downloads } from "../streams/downloads.ts";
import type { Streams } from "../streams/streams.ts";
import {
	type Compatibility,
	compatibilitiesOf,
} from "../versions/compatibility.ts";
import { requestVersion } from "../versions/request-version.ts";
import { type Exchange, exchangeOf, whenClosed } from "./exchange.ts";
import { readInput, readRawInput, requireScope } from "./read-input.ts";
import { headerValues } from "./request-headers.ts";
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
	const { operationId } = endpoint.documentation;
	const compatibilities = compatibilitiesOf(operationId);
	return async (req, res) => {
		const exchange = exchangeOf(res);
		requireScope(exchange, endpoint.scope);
		const account = deps.memory.open(ownerOf(exchange));
		whenClosed(res, account.close);
		const bytes = await readBytes(endpoint, req, res, account);
		const respond = async () => {
			exchange.apiVersion = requestVersion(req, exchange.key!.apiVersion);
			const compatibility = compatibilities.get(exchange.apiVersion);
			const write = await call(
				{ endpoint, compatibility },
				req,
				res,
				deps,
				account,
				bytes,
			);
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
	{ endpoint, compatibility }: Versioned,
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
		: readInput(endpoint, exchange, req, upgraded(parsed, compatibility));
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
		const work = endpoint.call(clients, input, context, senderOf(exchange));
		const latest = await trackWork(exchange, work);
		const response = compatibility?.downgradeResponse(latest) ?? latest;
		return (account) => {
			holdResponse(account, endpoint, response.body);
			const location =
				response.resourceId && endpoint.location?.(response.resourceId, params);
			return writeRendered(req, res, response, location);
		};
	}
	const work = endpoint.callForFile(clients, input, context);
	const file = await trackWork(exchange, work);
	return (account) => {
		holdResponse(account, endpoint, file.data);
		writeFile(res, file);
	};
}

/** An endpoint, and how it serves the request's version where that is not the latest one. */
interface Versioned {
	readonly endpoint: Endpoint;
	readonly compatibility: Compatibility | undefined;
}

function upgraded(
	parsed: ParsedJson | undefined,
	compatibility: Compatibility | undefined,
): ParsedJson | undefined {
	if (!parsed || !compatibility) return parsed;
	return { ...parsed, value: compatibility.upgradeRequest(parsed.value) };
}

function senderOf({ key, secret, verdict, apiVersion }: Exchange): Sender {
	return {
		key: key!,
		secret: secret!,
		verdict: verdict!,
		apiVersion: apiVersion!,
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
