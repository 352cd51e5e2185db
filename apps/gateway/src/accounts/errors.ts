import { AppError, type ErrorCode } from "@supportdesk/errors/app-error.ts";

/** What only `/auth` returns, which the document of `/v1` does not list. */
export const CODES_OF_AUTH: readonly ErrorCode[] = [
	"invalid_credentials",
	"invalid_link",
	"second_factor_required",
	"invalid_second_factor",
	"session_not_found",
	"weak_password",
	"second_factor_unavailable",
	"second_factor_enabled",
	"second_factor_disabled",
	"oidc_state_mismatch",
	"oidc_refused",
	"oidc_response_invalid",
	"oidc_email_unverified",
	"oidc_account_not_found",
	"oidc_identity_mismatch",
	"oidc_unavailable",
];

/** The same for an unknown address, an account without a password, and a wrong password. */
export const invalidCredentials = () =>
	new AppError(
		"authentication_error",
		"invalid_credentials",
		"The address or the password is wrong.",
	);

export const sessionExpired = () =>
	new AppError(
		"authentication_error",
		"session_expired",
		"The session has ended. Sign in again.",
	);

export const invalidLink = () =>
	new AppError(
		"authentication_error",
		"invalid_link",
		"The link was used, has expired, or was replaced by a later one.",
	);

export const csrfFailed = (message: string) =>
	new AppError("permission_error", "csrf_failed", message);

export const weakPassword = (param: string, message: string) =>
	new AppError("validation_error", "weak_password", message, { param });

/** @param param the path of the author's id */
export const authorNotPermitted = (param = "author_id") =>
	new AppError(
		"permission_error",
		"author_not_permitted",
		"A signed-in agent writes messages of its own only.",
		{ param },
	);
