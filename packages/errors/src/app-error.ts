/**
 * The closed list of failures that the API reports to its callers. `type` and `code` are the API's own
 * `error.type` and `error.code`, so nothing is renamed on the way out.
 */
export const CODES = {
	invalid_request: [
		"missing_parameter",
		"invalid_parameter",
		"unknown_parameter",
		"invalid_json",
		"invalid_cursor",
		"invalid_sort",
		"invalid_attachment",
		"invalid_idempotency_key",
		"unsupported_media_type",
		"request_too_large",
	],
	authentication_error: [
		"missing_api_key",
		"invalid_api_key",
		"expired_api_key",
		"session_expired",
		"invalid_credentials",
		"invalid_link",
		"second_factor_required",
		"invalid_second_factor",
		"oidc_state_mismatch",
		"oidc_refused",
		"oidc_response_invalid",
		"oidc_email_unverified",
		"oidc_account_not_found",
		"oidc_identity_mismatch",
	],
	permission_error: [
		"insufficient_scope",
		"csrf_failed",
		"author_not_permitted",
	],
	not_found: [
		"route_not_found",
		"ticket_not_found",
		"article_not_found",
		"tag_not_found",
		"draft_not_found",
		"attachment_not_found",
		"event_not_found",
		"webhook_not_found",
		"delivery_not_found",
		"agent_not_found",
		"contact_not_found",
		"group_not_found",
		"attribute_not_found",
		"bulk_job_not_found",
		"mailbox_not_found",
		"macro_not_found",
		"raw_mail_not_found",
		"mail_not_found",
		"api_key_not_found",
		"knowledge_test_not_found",
		"session_not_found",
		"account_not_found",
	],
	method_not_allowed: ["method_not_allowed"],
	conflict: [
		"contact_exists",
		"agent_exists",
		"group_exists",
		"attribute_exists",
		"mailbox_exists",
		"api_key_revoked",
		"second_factor_enabled",
		"second_factor_disabled",
		"last_admin",
		"draft_stale",
		"draft_already_approved",
		"external_id_exists",
		"newer_message",
		"ticket_merged",
		"idempotency_in_progress",
	],
	validation_error: [
		"undefined_attribute_key",
		"invalid_attribute_value",
		"assignee_not_found",
		"article_not_found",
		"agent_not_found",
		"group_not_found",
		"author_not_found",
		"contact_not_found",
		"contact_mismatch",
		"invalid_merge",
		"tag_limit_exceeded",
		"idempotency_key_reused",
		"webhook_url_refused",
		"webhook_limit_exceeded",
		"knowledge_test_limit_exceeded",
		"scope_not_held",
		"limit_not_held",
		"api_key_limit_exceeded",
		"weak_password",
		"second_factor_unavailable",
	],
	rate_limit_error: [
		"rate_limit_minute",
		"rate_limit_burst",
		"rate_limit_day",
		"concurrency_limit",
	],
	api_error: ["internal_error"],
	bad_gateway: ["upstream_unavailable", "oidc_unavailable"],
	service_unavailable: ["service_unavailable"],
} as const;

export type ErrorType = keyof typeof CODES;
export type ErrorCode = (typeof CODES)[ErrorType][number];

/** One of several errors in a request. */
export interface ErrorDetail {
	readonly code: ErrorCode;
	readonly message: string;
	readonly param: string | null;
}

/** How many errors one failure lists; a request body can contain a million, and a longer list helps no caller. */
export const DETAILS_MAX = 20;

// A key in a request body may be a megabyte long; its beginning identifies it.
export const PARAM_CHARACTERS_MAX = 200;

const HALF_PAIR_AT_END = /[\ud800-\udbff]$/;

/** A parameter's path as failures and their messages show it: cut off with an ellipsis after 200 characters. */
export function shownParam(path: string): string {
	if (path.length <= PARAM_CHARACTERS_MAX) return path;
	const start = path.slice(0, PARAM_CHARACTERS_MAX - 1);
	return `${start.replace(HALF_PAIR_AT_END, "")}…`;
}

export interface AppErrorOptions {
	/** Path of the offending parameter, for example `custom_attributes.color`. */
	readonly param?: string;
	/** Whole seconds after which a retry has a chance. */
	readonly retryAfterSeconds?: number;
	/** All errors of the request, the top-level failure first. Only given when there is more than one. */
	readonly details?: readonly ErrorDetail[];
	/** Ids of what the failure is about, by their names in the error body. */
	readonly ids?: Readonly<Record<string, string>>;
	/** True when an earlier request with the same idempotency key stored this refusal. */
	readonly replayed?: boolean;
	/** The internal error. Logged, never sent. */
	readonly cause?: unknown;
}

/** A failure whose message the caller may read. Any other thrown value is an internal error. */
export class AppError extends Error {
	override readonly name = "AppError";
	readonly type: ErrorType;
	readonly code: ErrorCode;
	readonly param: string | null;
	readonly retryAfterSeconds: number | undefined;
	readonly details: readonly ErrorDetail[];
	readonly ids: Readonly<Record<string, string>>;
	readonly replayed: boolean;

	constructor(
		type: ErrorType,
		code: ErrorCode,
		message: string,
		options: AppErrorOptions = {},
	) {
		super(message, { cause: options.cause });
		this.type = type;
		this.code = code;
		this.param = options.param === undefined ? null : shownParam(options.param);
		this.retryAfterSeconds = options.retryAfterSeconds;
		this.details = (options.details ?? [])
			.slice(0, DETAILS_MAX)
			.map((detail) => ({
				...detail,
				param: detail.param === null ? null : shownParam(detail.param),
			}));
		this.ids = options.ids ?? {};
		this.replayed = options.replayed ?? false;
	}
}

/** The failure for every internal error: its message is a constant. */
export function internalError(cause?: unknown): AppError {
	return new AppError(
		"api_error",
		"internal_error",
		"Something went wrong on our side. Retry with exponential backoff; quote the request id if it persists.",
		{ cause },
	);
}

/** A service is unreachable or exceeded its deadline. */
export function upstreamUnavailable(cause?: unknown): AppError {
	return new AppError(
		"bad_gateway",
		"upstream_unavailable",
		"A part of the service is not reachable. Retry in a few seconds.",
		{ retryAfterSeconds: 2, cause },
	);
}

/** This process is draining or overloaded, or a database is unavailable. */
export function serviceUnavailable(
	cause?: unknown,
	retryAfterSeconds = 2,
): AppError {
	return new AppError(
		"service_unavailable",
		"service_unavailable",
		"The service is temporarily unavailable. Retry in a few seconds.",
		{ retryAfterSeconds, cause },
	);
}

const TYPES = Object.keys(CODES) as ErrorType[];
const NO_TYPES: readonly ErrorType[] = [];
const TYPES_OF_CODE: ReadonlyMap<string, readonly ErrorType[]> = new Map(
	TYPES.flatMap((type) => CODES[type]).map(
		(code: ErrorCode) => [code, typesWith(code)] as const,
	),
);

function typesWith(code: ErrorCode): ErrorType[] {
	return TYPES.filter((type) =>
		(CODES[type] as readonly ErrorCode[]).includes(code),
	);
}

/**
 * The types of a code; none of an unknown one. Two for what may be missing both in the path, a `not_found`, and in the
 * body, a `validation_error`.
 */
export function typesOfCode(code: string): readonly ErrorType[] {
	return TYPES_OF_CODE.get(code) ?? NO_TYPES;
}
