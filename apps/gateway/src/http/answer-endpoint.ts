import { AppError } from "@supportdesk/errors/app-error.ts";
import { isId } from "@supportdesk/ids/ids.ts";
import type { Scope } from "@supportdesk/keys/scopes.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Request, RequestHandler, Response } from "express";
import type {
	Clients,
	Endpoint,
	FileEndpoint,
	Input,
	JsonEndpoint,
	PathId,
} from "../api/endpoint.ts";
import { hasControlCharacters } from "../api/fields.ts";
import type { BodyMemory } from "../guards/body-memory.ts";
import type { JsonParser } from "../guards/json-parser.ts";
import { parseQuery } from "../guards/query-string.ts";
import { BODY_BYTES_MAX, readBody } from "../guards/read-body.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { readIdempotency } from "./idempotency-key.ts";
import { noParameters, validate } from "./validate.ts";
import { writeFile, writeRendered } from "./write-answer.ts";

export interface AnswerDeps {
	readonly clients: Clients;
	readonly json: JsonParser;
	readonly bodyMemory: BodyMemory;
}

/** Answers the requests of one endpoint: scope, body, schema, idempotency, then its one call. */
export function answerEndpoint(
	endpoint: Endpoint,
	deps: AnswerDeps,
): RequestHandler {
	const { clients } = deps;
	return async (req, res) => {
		const exchange = exchangeOf(res);
		requireScope(exchange, endpoint.scope);
		const input = await readInput(endpoint, req, res, deps);
		const context = contextOf(exchange, req);
		const work =
			"call" in endpoint
				? callForJson(endpoint, clients, input, context, req, res)
				: callForFile(endpoint, clients, input, context, res);
		exchange.work = work;
		await work;
	};
}

type AnyInput = Input<never, never>;

async function callForJson(
	endpoint: JsonEndpoint<never, never>,
	clients: Clients,
	input: AnyInput,
	context: CallContext,
	req: Request,
	res: Response,
): Promise<void> {
	const answer = await endpoint.call(clients, input, context);
	const location =
		answer.resourceId && endpoint.location?.(answer.resourceId, input.params);
	writeRendered(req, res, answer, location);
}

async function callForFile(
	endpoint: FileEndpoint,
	clients: Clients,
	input: AnyInput,
	context: CallContext,
	res: Response,
): Promise<void> {
	writeFile(res, await endpoint.callForFile(clients, input, context));
}

function requireScope({ key }: Exchange, scope: Scope): void {
	if (key?.scopes.has(scope)) return;
	throw new AppError(
		"permission_error",
		"insufficient_scope",
		`This operation needs an API key with the scope ${scope}.`,
	);
}

async function readInput(
	endpoint: Endpoint,
	req: Request,
	res: Response,
	{ json, bodyMemory }: AnswerDeps,
): Promise<AnyInput> {
	const bytesMax = endpoint.bodyBytesMax ?? BODY_BYTES_MAX.plain;
	const bytes = endpoint.body
		? await readBody(req, res, bytesMax, bodyMemory)
		: undefined;
	const parsed = bytes && (await json.parse(bytes));
	const query = validate(endpoint.query ?? noParameters, parseQuery(req.url));
	const body = endpoint.body && validate(endpoint.body, parsed);
	const idempotency = endpoint.idempotent
		? readIdempotency(req, body)
		: undefined;
	const params = readParams(endpoint.ids, req.params as Record<string, string>);
	return { params, query, body, idempotency } as AnyInput;
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

/** What the service says of an id that does not exist; byte by byte, for nobody may tell the two apart. */
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

function contextOf(exchange: Exchange, req: Request): CallContext {
	const key = exchange.key!;
	return {
		requestId: exchange.requestId,
		workspaceId: key.workspaceId,
		apiKeyId: key.id,
		actorId: key.ownerId,
		deadline: exchange.deadline,
		signal: exchange.abort.signal,
		// Names the operation in every attempt of one call, so that a retry changes nothing twice.
		operationId: req.method === "GET" ? "" : exchange.requestId,
	};
}
