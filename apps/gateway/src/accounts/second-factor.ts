import { hash, randomBytes } from "node:crypto";
import type { Account } from "@supportdesk/accounts/accounts.ts";
import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import { useRecoveryCode } from "@supportdesk/accounts/recovery-codes.ts";
import { savePeriod } from "@supportdesk/accounts/second-factors.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { Secret, TOTP } from "otpauth";
import { openSecret, sealSecret } from "../keys/sealed-secret.ts";

const ISSUER = "Support Desk";
const PERIOD_SECONDS = 30;
// Clocks of phones are late by some seconds, and typing takes some more.
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

/** A secret that an authenticator app makes codes of (RFC 6238). */
export interface NewSecondFactor {
	/** In base32, to type in. */
	readonly secret: string;
	/** To show as a QR code. */
	readonly url: string;
}

export function newSecondFactor(email: string): NewSecondFactor {
	const totp = totpOf(new Secret({ size: SECRET_BYTES }), email);
	return { secret: totp.secret.base32, url: totp.toString() };
}

/** As it is stored. @param key the installation's SECRETS_KEY */
export function sealSecondFactor(
	{ secret }: NewSecondFactor,
	key: string,
	agentId: string,
): string {
	return sealSecret(secret, key, agentId);
}

/** The number of the period whose code it is; undefined for a wrong code. */
export function periodOf(
	{ agentId, email, secondFactorSecret }: Account,
	key: string,
	code: string,
	nowMs: number,
): number | undefined {
	if (!/^\d{6}$/.test(code) || secondFactorSecret === null) return undefined;
	const secret = opened(secondFactorSecret, key, agentId);
	if (secret === undefined) return undefined;
	const totp = totpOf(Secret.fromBase32(secret), email);
	const delta = totp.validate({
		token: code,
		timestamp: nowMs,
		window: WINDOW,
	});
	if (delta === null) return undefined;
	return Math.floor(nowMs / (PERIOD_SECONDS * 1_000)) + delta;
}

/** Undefined where SECRETS_KEY is another one than when it was stored. */
function opened(
	sealed: string,
	key: string,
	agentId: string,
): string | undefined {
	try {
		return openSecret(sealed, key, agentId);
	} catch {
		return undefined;
	}
}

function totpOf(secret: Secret, label: string): TOTP {
	return new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_SECONDS });
}

/** Codes that each replace one of the app, and their hashes. */
export function newRecoveryCodes(): {
	readonly codes: readonly string[];
	readonly hashes: readonly string[];
} {
	const codes = Array.from({ length: RECOVERY_CODES }, () => {
		const text = randomBytes(RECOVERY_BYTES).toString("hex");
		return text.match(/.{5}/g)!.join("-");
	});
	return { codes, hashes: codes.map(hashOf) };
}

function hashOf(code: string): string {
	return hash("sha256", code.replaceAll(/[\s-]/g, "").toLowerCase());
}

/**
 * Accepts a code of the account's second factor, or a recovery code, once; does nothing for an account without one.
 *
 * @param tx has locked the account
 * @throws AppError `second_factor_required`, `invalid_second_factor`
 */
export async function requireSecondFactor(
	tx: Transaction,
	account: Account,
	key: string | undefined,
	code: string | undefined,
	address: string,
	now: Date,
): Promise<void> {
	if (!account.secondFactorConfirmed) return;
	if (code === undefined) throw secondFactorRequired();
	const { workspaceId, agentId } = account;
	const period =
		key === undefined
			? undefined
			: periodOf(account, key, code.replaceAll(" ", ""), now.getTime());
	if (period !== undefined) {
		const { rows } = await tx.query(savePeriod(workspaceId, agentId, period));
		if (rows.length === 0) throw invalidSecondFactor();
		return;
	}
	const used = await tx.query(
		useRecoveryCode(workspaceId, agentId, hashOf(code)),
	);
	if (used.rows.length === 0) throw invalidSecondFactor();
	const event = {
		type: "recovery_code_used",
		agentId,
		actorId: agentId,
		address,
	} as const;
	await tx.query(insertAuditEvent(workspaceId, event, now));
}

const secondFactorRequired = () =>
	new AppError(
		"authentication_error",
		"second_factor_required",
		"Send the code of your second factor as well.",
		{ param: "code" },
	);

export const invalidSecondFactor = () =>
	new AppError(
		"authentication_error",
		"invalid_second_factor",
		"The code is wrong, or was used before.",
		{ param: "code" },
	);
