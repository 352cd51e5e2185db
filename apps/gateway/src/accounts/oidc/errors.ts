import { AppError } from "@supportdesk/errors/app-error.ts";

export const stateMismatch = () =>
	new AppError(
		"authentication_error",
		"oidc_state_mismatch",
		"This sign-in was not begun in this browser, has expired, or is done already. Begin it again.",
	);

export const providerRefused = (cause: unknown) =>
	new AppError(
		"authentication_error",
		"oidc_refused",
		"The identity provider has refused the sign-in.",
		{ cause },
	);

export const responseInvalid = (cause: unknown) =>
	new AppError(
		"authentication_error",
		"oidc_response_invalid",
		"The identity provider's response does not fit this sign-in. Begin it again.",
		{ cause },
	);

export const providerUnavailable = (cause: unknown) =>
	new AppError(
		"bad_gateway",
		"oidc_unavailable",
		"The identity provider is not reachable. Retry in a few seconds, or sign in with a password.",
		{ retryAfterSeconds: 5, cause },
	);

export const emailUnverified = () =>
	new AppError(
		"authentication_error",
		"oidc_email_unverified",
		"The identity provider has not verified the address of mail.",
	);

export const accountNotFound = () =>
	new AppError(
		"authentication_error",
		"oidc_account_not_found",
		"There is no account for this person. Have an admin send an invitation.",
	);

export const identityMismatch = () =>
	new AppError(
		"authentication_error",
		"oidc_identity_mismatch",
		"The account of this address belongs to another person of the identity provider. Have an admin unlink it.",
	);
