import { hash } from "node:crypto";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { addressBucket } from "@supportdesk/limits/failed-authentication.ts";
import type { Limiter } from "@supportdesk/limits/limiter.ts";
import type { Limits } from "@supportdesk/limits/limits.ts";

// An office shares one address; a person mistypes a password a few times.
const OF_ADDRESS: Limits = {
	perMinute: 60,
	burst: 60,
	perDay: 2_000,
	concurrent: null,
};
const OF_ACCOUNT: Limits = {
	perMinute: 10,
	burst: 10,
	perDay: 200,
	concurrent: null,
};

/**
 * Counts an attempt to sign in, or to have a mail sent, for the client's address and for the account that it names, whether
 * there is one or not.
 *
 * @param account an address of mail, or an account's id
 * @throws AppError `rate_limit_error`
 */
export async function limitAttempts(
	limiter: Pick<Limiter, "admit">,
	address: string,
	account: string,
): Promise<void> {
	await limitClient(limiter, address);
	await count(limiter, `sign-in to ${hash("sha256", account)}`, OF_ACCOUNT);
}

/** Counts an attempt that names no account. @throws AppError `rate_limit_error` */
export function limitClient(
	limiter: Pick<Limiter, "admit">,
	address: string,
): Promise<void> {
	return count(limiter, `sign-in from ${addressBucket(address)}`, OF_ADDRESS);
}

async function count(
	limiter: Pick<Limiter, "admit">,
	name: string,
	limits: Limits,
): Promise<void> {
	const { allowed, code, retryAfterSeconds } = await limiter.admit(
		name,
		limits,
		"",
	);
	if (allowed || code === null) return;
	throw new AppError(
		"rate_limit_error",
		code,
		`Too many attempts. Retry in ${retryAfterSeconds} s.`,
		{ retryAfterSeconds },
	);
}
