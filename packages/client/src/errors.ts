import type { Error as ErrorBody } from "./gen/api.ts";

type Contents = ErrorBody["error"];
export type ErrorType = Contents["type"];
export type ErrorCode = Contents["code"];

/** One wrong field of a request. */
export interface FieldError {
	readonly code: string;
	readonly message: string;
	readonly param: string | null;
}

/** A request that failed. Each type of error has a class of its own. */
export class DeskError extends Error {
	override readonly name: string = "DeskError";
}

/** No response came: the connection failed, or it broke while the response was read. */
export class ConnectionError extends DeskError {
	override readonly name: string = "ConnectionError";
}

/** No response came within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
	override readonly name = "TimeoutError";
}

/** A webhook's request that is not from Support Desk, or an old one that is sent again. */
export class WebhookVerificationError extends DeskError {
	override readonly name = "WebhookVerificationError";
}

/** The response of a failed request. */
export class ApiError extends DeskError {
	override readonly name: string = "ApiError";
	readonly status: number;
	readonly type: ErrorType;
	/** Undefined where no gateway wrote the response: a proxy did. */
	readonly code: ErrorCode | undefined;
	/** The path of the parameter to blame; null if none is. */
	readonly param: string | null;
	/** Every wrong field, where several are. */
	readonly errors: readonly FieldError[];
	/** To be quoted to support. */
	readonly requestId: string | undefined;
	readonly retryAfterSeconds: number | undefined;
	/** The response's `error` with what only some errors have, as `newer_message_id`. */
	readonly body: Readonly<Partial<Contents>>;

	constructor(
		type: ErrorType,
		{ status, headers }: Response,
		body: Partial<Contents>,
	) {
		super(body.message ?? `The response has the status ${status}.`);
		this.status = status;
		this.type = type;
		this.code = body.code;
		this.param = body.param ?? null;
		this.errors = body.errors ?? [];
		this.requestId =
			body.request_id ?? headers.get("x-request-id") ?? undefined;
		this.retryAfterSeconds = readRetryAfter(headers.get("retry-after"));
		this.body = body;
	}
}

export class InvalidRequestError extends ApiError {
	override readonly name = "InvalidRequestError";
}
export class AuthenticationError extends ApiError {
	override readonly name = "AuthenticationError";
}
export class PermissionError extends ApiError {
	override readonly name = "PermissionError";
}
export class NotFoundError extends ApiError {
	override readonly name = "NotFoundError";
}
export class MethodNotAllowedError extends ApiError {
	override readonly name = "MethodNotAllowedError";
}
export class ConflictError extends ApiError {
	override readonly name = "ConflictError";
}
export class ValidationError extends ApiError {
	override readonly name = "ValidationError";
}
export class RateLimitError extends ApiError {
	override readonly name = "RateLimitError";
}
export class InternalError extends ApiError {
	override readonly name = "InternalError";
}
export class BadGatewayError extends ApiError {
	override readonly name = "BadGatewayError";
}
export class ServiceUnavailableError extends ApiError {
	override readonly name = "ServiceUnavailableError";
}

const CLASSES = {
	invalid_request: InvalidRequestError,
	authentication_error: AuthenticationError,
	permission_error: PermissionError,
	not_found: NotFoundError,
	method_not_allowed: MethodNotAllowedError,
	conflict: ConflictError,
	validation_error: ValidationError,
	rate_limit_error: RateLimitError,
	api_error: InternalError,
	bad_gateway: BadGatewayError,
	service_unavailable: ServiceUnavailableError,
} satisfies Record<ErrorType, typeof ApiError>;

// For responses that no gateway wrote.
const TYPES: Readonly<Record<number, ErrorType>> = {
	401: "authentication_error",
	403: "permission_error",
	404: "not_found",
	405: "method_not_allowed",
	409: "conflict",
	422: "validation_error",
	429: "rate_limit_error",
	502: "bad_gateway",
	503: "service_unavailable",
};

/** @param text the response's body, which is a proxy's where it is no JSON of ours. */
export function toApiError(response: Response, text: string): ApiError {
	const body = parseBody(text);
	const { status } = response;
	const type =
		body.type && body.type in CLASSES
			? body.type
			: (TYPES[status] ?? (status < 500 ? "invalid_request" : "api_error"));
	return new CLASSES[type](type, response, body);
}

function parseBody(text: string): Partial<Contents> {
	try {
		return JSON.parse(text).error ?? {};
	} catch {
		return {};
	}
}

/** Seconds, or a date, which proxies may send. */
function readRetryAfter(value: string | null): number | undefined {
	if (value === null) return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return seconds;
	const at = Date.parse(value);
	return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1_000);
}
