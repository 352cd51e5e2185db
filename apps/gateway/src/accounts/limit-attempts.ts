import { hash } from "node:crypto";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { addressBucket } from "@supportdesk/limits/address-bucket.ts";
import type { Limiter } from "@supportdesk/limits/limiter.ts";
import type { Limits } from "@supportdesk/limits/limits.ts";
import type { AccountsDeps, Browser } from "./accounts-deps.ts";
import { nameOfBrowser } from "./known-browser.ts";

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
// Whoever knows an address could fill its mailbox.
const OF_MAILS: Limits = {
	perMinute: 3,
	burst: 3,
	perDay: 20,
	concurrent: null,
};

/**
 * Counts an attempt to sign in for the client's address and for the account that it names, whether there is one or not.
 *
 * @param account an address of mail, or what else names an account
 * @throws AppError `rate_limit_error`
 */
export async function limitAttempts(
	limiter: Pick<Limiter, "admit">,
	address: string,
	account: string,
): Promise<void> {
	await limitClient(limiter, address);
	await limitAccount(limiter, account);
}

/** Counts an attempt of a client that was counted. @throws AppError `rate_limit_error` */
export function limitAccount(
	limiter: Pick<Limiter, "admit">,
	account: string,
): Promise<void> {
	return count(limiter, `sign-in to ${hash("sha256", account)}`, OF_ACCOUNT);
}

/**
 * The same for an attempt that names an address of mail. Those of a browser in which its agent has signed in are counted
 * apart.
 *
 * @param email in lower case
 * @throws AppError `rate_limit_error`
 */
export function limitAttemptsFor(
	email: string,
	{ limiter, cursorSecret }: Pick<AccountsDeps, "limiter" | "cursorSecret">,
	{ address, cookies }: Browser,
): Promise<void> {
	const known = nameOfBrowser(cookies, email, cursorSecret);
	const account = known === undefined ? email : `${email} by ${known}`;
	return limitAttempts(limiter, address, account);
}

/** Counts a mail to an address, whether it has an account or not. @throws AppError `rate_limit_error` */
export function limitMails(
	limiter: Pick<Limiter, "admit">,
	email: string,
): Promise<void> {
	return count(limiter, `mail to ${hash("sha256", email)}`, OF_MAILS);
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
