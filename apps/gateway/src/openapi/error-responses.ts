import {
	CODES,
	type ErrorCode,
	type ErrorType,
	typesOfCode,
} from "@supportdesk/errors/app-error.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { statusOf } from "../http/error-envelope.ts";
import { ERROR_EXAMPLES } from "./error-codes.ts";
import { COMMON_HEADERS, type HeaderName, headersOf } from "./headers.ts";
import { z } from "./zod.ts";

const ALL_CODES = [...new Set(Object.values(CODES).flat())];
const NOT_FOUND = "not_found";

/** A failure that the document lists. */
export interface ListedFailure {
	readonly type: ErrorType;
	readonly code: ErrorCode;
}

/** A failure of this code: of a `not_found` for an id in the path, of any other type for a code that has several. */
function failureOf(code: ErrorCode, isInPath: boolean): ListedFailure {
	const types = typesOfCode(code);
	const type = types.find((one) => (one === NOT_FOUND) === isInPath);
	return { type: type ?? types[0]!, code };
}

/** The name of a failure's example. */
function exampleName({ type, code }: ListedFailure): string {
	const isAmbiguous = typesOfCode(code).length > 1;
	return isAmbiguous && type === NOT_FOUND ? `${code}_in_path` : code;
}

const detail = {
	code: z.enum(ALL_CODES),
	message: z.string().openapi({ description: "For people." }),
	param: z.string().nullable().openapi({
		description:
			"Path of the offending parameter, for example `custom_attributes.color`; cut off after 200 characters.",
	}),
};

export const ErrorBody = z
	.object({
		error: z.object({
			type: z.enum(Object.keys(CODES) as [string, ...string[]]),
			...detail,
			request_id: z
				.string()
				.openapi({ description: "Quote it when you ask for help." }),
			newer_message_id: z.string().optional().openapi({
				description: "Only with `newer_message`: the latest message.",
			}),
			merged_into: z.string().optional().openapi({
				description:
					"Only with `ticket_merged`: the ticket that it was merged into.",
			}),
			errors: z.array(z.object(detail)).optional().openapi({
				description: "All errors, if there are several.",
			}),
		}),
	})
	.openapi("Error");

const EVERYWHERE: readonly ErrorCode[] = [
	"invalid_parameter",
	"unknown_parameter",
	"missing_api_key",
	"invalid_api_key",
	"expired_api_key",
	"session_expired",
	"route_not_found",
	"method_not_allowed",
	"rate_limit_minute",
	"rate_limit_burst",
	"rate_limit_day",
	"concurrency_limit",
	"internal_error",
	"upstream_unavailable",
	"service_unavailable",
];
const WITH_BODY: readonly ErrorCode[] = [
	"missing_parameter",
	"invalid_json",
	"unsupported_media_type",
	"request_too_large",
];
const WITH_IDEMPOTENCY: readonly ErrorCode[] = [
	"invalid_idempotency_key",
	"idempotency_in_progress",
	"idempotency_key_reused",
];

const TITLES: Record<number, string> = {
	400: "The request is not well formed.",
	401: "The API key or the session is missing or not valid.",
	403: "The scopes do not include the operation, or a change by a session comes from another origin.",
	404: "The resource does not exist, or was deleted.",
	405: "The path does not support the method; `Allow` lists the supported ones.",
	409: "The request conflicts with a concurrent or earlier change.",
	413: "The body or an attachment is too large.",
	422: "The request is well formed, but violates a rule.",
	429: "A limit of the API key is used up; `Retry-After` says for how long.",
	500: "Something went wrong on our side.",
	502: "A part of the service is not reachable.",
	503: "The service is temporarily unavailable or overloaded; `Retry-After` says when to retry.",
};

const OWN_HEADERS: Record<number, readonly HeaderName[]> = {
	401: ["WWW-Authenticate"],
	405: ["Allow"],
	429: ["Retry-After"],
	502: ["Retry-After"],
	503: ["Retry-After"],
};

/** Every error response of an endpoint, by status, with an example for each code. */
export function errorResponses(endpoint: Endpoint) {
	const byStatus = Map.groupBy(failuresOf(endpoint), statusOf);
	return Object.fromEntries(
		[...byStatus]
			.sort(([a], [b]) => a - b)
			.map(([status, failures]) => [
				status,
				responseOf(status, failures, endpoint.idempotent === true),
			]),
	);
}

/** Every failure of an endpoint. */
export function failuresOf(endpoint: Endpoint): ListedFailure[] {
	const inPath = Object.values(endpoint.ids).map(({ notFound }) => notFound);
	const codes = new Set([
		...EVERYWHERE,
		...(endpoint.scope ? (["insufficient_scope"] as const) : []),
		...(endpoint.method === "get" ? [] : (["csrf_failed"] as const)),
		...(endpoint.body || endpoint.rawBody ? WITH_BODY : []),
		...(endpoint.idempotent ? WITH_IDEMPOTENCY : []),
		...(endpoint.documentation.errors ?? []),
	]);
	return [
		...[...codes].map((code) => failureOf(code, false)),
		...[...new Set(inPath)].map((code) => failureOf(code, true)),
	];
}

// Error responses of the service are stored for an idempotency key as well, and replayed.
const STORED_STATUSES = [404, 409, 422];

function responseOf(
	status: number,
	failures: readonly ListedFailure[],
	idempotent: boolean,
) {
	const names: HeaderName[] = [
		...COMMON_HEADERS,
		...(OWN_HEADERS[status] ?? []),
	];
	if (idempotent && STORED_STATUSES.includes(status)) {
		names.push("Idempotent-Replayed");
	}
	const list = failures.map(({ code }) => `\`${code}\``).join(", ");
	return {
		description: `${TITLES[status]} Codes: ${list}.`,
		headers: headersOf(names),
		content: {
			"application/json": {
				schema: ErrorBody,
				examples: Object.fromEntries(
					failures
						.map(exampleName)
						.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
				),
			},
		},
	};
}

/** One example for each code; two for a code of two types. */
export function errorExamples() {
	return ALL_CODES.flatMap((code) =>
		typesOfCode(code).map((type) => {
			const failure = { type, code };
			return [exampleName(failure), { value: exampleOf(failure) }] as const;
		}),
	);
}

function exampleOf({ type, code }: ListedFailure) {
	const { message, param = null }: { message: string; param?: string | null } =
		ERROR_EXAMPLES[code];
	return {
		error: {
			type,
			message,
			code,
			param: type === NOT_FOUND ? null : param,
			request_id: "req_01kadszz00e2xv0f1b2c3d4e5f",
		},
	};
}
