import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Scope } from "@supportdesk/keys/scopes.ts";

export const invalidApiKey = () =>
	new AppError(
		"authentication_error",
		"invalid_api_key",
		"This is not a valid API key.",
	);

export const missingApiKey = () =>
	new AppError(
		"authentication_error",
		"missing_api_key",
		"Send your API key in the header Authorization: Bearer <API_KEY>.",
	);

export const expiredApiKey = () =>
	new AppError(
		"authentication_error",
		"expired_api_key",
		"This API key has expired.",
	);

export const apiKeyNotFound = () =>
	new AppError("not_found", "api_key_not_found", "There is no such API key.");

export const apiKeyRevoked = () =>
	new AppError("conflict", "api_key_revoked", "The API key is revoked.");

/** @param param undefined where the key that the request names has the scope. */
export const scopeNotHeld = (scope: Scope, param: string | undefined) =>
	new AppError(
		"validation_error",
		"scope_not_held",
		param
			? `The calling key does not have the scope ${scope}.`
			: `The key has the scope ${scope}, which the calling key does not have.`,
		{ param },
	);

/** @param param undefined where the key that the request names has more. */
export const limitNotHeld = (
	field: string,
	held: number | string,
	param: string | undefined,
) =>
	new AppError(
		"validation_error",
		"limit_not_held",
		param
			? `${field} is at most the calling key's, ${held}.`
			: `${field} of the key is above the calling key's, ${held}.`,
		{ param },
	);

export const tooManyKeys = (keysMax: number) =>
	new AppError(
		"validation_error",
		"api_key_limit_exceeded",
		`A workspace has at most ${keysMax} API keys that are valid.`,
	);

export const ownerNotFound = () =>
	new AppError(
		"validation_error",
		"agent_not_found",
		"There is no such agent.",
		{ param: "owner_id" },
	);

export const hasPassed = () =>
	new AppError(
		"invalid_request",
		"invalid_parameter",
		"expires_at must be in the future.",
		{ param: "expires_at" },
	);
