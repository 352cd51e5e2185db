import { hash } from "node:crypto";
import { AppError, type ErrorDetail } from "@supportdesk/errors/app-error.ts";
import { isId } from "@supportdesk/ids/ids.ts";
import type { Scope } from "@supportdesk/keys/scopes.ts";
import type { Request } from "express";
import type { Endpoint, Input, PathId } from "../api/endpoint.ts";
import { hasControlCharacters } from "../api/fields.ts";
import type { ParsedJson } from "../guards/parse-json.ts";
import { parseQuery } from "../guards/query-string.ts";
import type { Exchange } from "./exchange.ts";
import { readIdempotency } from "./idempotency-key.ts";
import { noParameters, validate } from "./validate.ts";

type AnyInput = Input<never, never>;

/** @throws AppError `insufficient_scope` */
export function requireScope(
	{ key }: Exchange,
	scope: Scope | undefined,
): void {
	if (scope === undefined || key?.scopes.has(scope)) return;
	throw new AppError(
		"permission_error",
		"insufficient_scope",
		key?.session
			? `This operation needs the scope ${scope}, which the role ${key.session.role} does not have.`
			: `This operation needs an API key with the scope ${scope}.`,
	);
}

/** The validated contents of a request with a JSON body or none. @throws AppError 400 */
export function readInput(
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

/** The same with any other body, whose bytes are known by their hash. */
export function readRawInput(
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
