import { type Account, lockAccount } from "@supportdesk/accounts/accounts.ts";
import {
	type AuditType,
	insertAuditEvent,
} from "@supportdesk/accounts/audit-events.ts";
import { replaceRecoveryCodes } from "@supportdesk/accounts/recovery-codes.ts";
import {
	savePeriod,
	saveSecondFactor,
} from "@supportdesk/accounts/second-factors.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import {
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import { z } from "../openapi/zod.ts";
import type { AccountsDeps, Browser } from "./accounts-deps.ts";
import {
	type AuthEndpoint,
	authEndpoint,
	type SignedIn,
} from "./auth-endpoint.ts";
import { requireOwnPassword } from "./change-password.ts";
import { sessionExpired } from "./errors.ts";
import { code, password } from "./fields.ts";
import {
	invalidSecondFactor,
	newRecoveryCodes,
	newSecondFactor,
	periodOf,
	sealSecondFactor,
} from "./second-factor.ts";

const WithPassword = z.strictObject({ password });
const WithCode = z.strictObject({ code });

/** Turning the second factor on and off. Whoever finds a browser signed in needs the password for it. */
export function secondFactorEndpoints(deps: AccountsDeps): AuthEndpoint[] {
	return [
		authEndpoint<z.infer<typeof WithPassword>>({
			method: "post",
			path: "/second-factor",
			body: WithPassword,
			callSignedIn: async ({ body, browser }, signedIn) => {
				await requireOwnPassword(deps, signedIn, body.password, browser);
				return { json: await begin(deps, signedIn) };
			},
		}),
		authEndpoint<z.infer<typeof WithCode>>({
			method: "post",
			path: "/second-factor/confirm",
			body: WithCode,
			callSignedIn: async ({ body, browser }, signedIn) => ({
				json: await confirm(deps, signedIn, body.code, browser),
			}),
		}),
		authEndpoint<z.infer<typeof WithPassword>>({
			method: "post",
			path: "/second-factor/recovery-codes",
			body: WithPassword,
			callSignedIn: async ({ body, browser }, signedIn) => {
				await requireOwnPassword(deps, signedIn, body.password, browser);
				return { json: await replaceCodes(deps, signedIn, browser) };
			},
		}),
		authEndpoint<z.infer<typeof WithPassword>>({
			method: "post",
			path: "/second-factor/remove",
			body: WithPassword,
			callSignedIn: async ({ body, browser }, signedIn) => {
				await requireOwnPassword(deps, signedIn, body.password, browser);
				return { json: await remove(deps, signedIn, browser) };
			},
		}),
	];
}

function begin(deps: AccountsDeps, signedIn: SignedIn) {
	const { secretsKey } = deps;
	if (secretsKey === undefined) throw secondFactorUnavailable();
	return withAccount(deps, signedIn, async (tx, account) => {
		if (account.secondFactorConfirmed) throw alreadyOn();
		const { workspaceId, agentId, email } = account;
		const created = newSecondFactor(email);
		const sealed = sealSecondFactor(created, secretsKey, agentId);
		await tx.query(saveSecondFactor(workspaceId, agentId, sealed, false));
		return created;
	});
}

function confirm(
	deps: AccountsDeps,
	signedIn: SignedIn,
	given: string,
	browser: Browser,
) {
	const { secretsKey, now } = deps;
	return withAccount(deps, signedIn, async (tx, account) => {
		if (account.secondFactorConfirmed) throw alreadyOn();
		const { workspaceId, agentId, secondFactorSecret } = account;
		const period =
			secretsKey === undefined
				? undefined
				: periodOf(account, secretsKey, given.replaceAll(" ", ""), now());
		if (period === undefined) throw invalidSecondFactor();
		const { codes, hashes } = newRecoveryCodes();
		await tx.batch([
			saveSecondFactor(workspaceId, agentId, secondFactorSecret, true),
			savePeriod(workspaceId, agentId, period),
			...replaceRecoveryCodes(workspaceId, agentId, hashes),
			audit(deps, account, "second_factor_enabled", browser),
		]);
		return { recovery_codes: codes };
	});
}

function replaceCodes(
	deps: AccountsDeps,
	signedIn: SignedIn,
	browser: Browser,
) {
	return withAccount(deps, signedIn, async (tx, account) => {
		if (!account.secondFactorConfirmed) throw isOff();
		const { codes, hashes } = newRecoveryCodes();
		await tx.batch([
			...replaceRecoveryCodes(account.workspaceId, account.agentId, hashes),
			audit(deps, account, "recovery_codes_replaced", browser),
		]);
		return { recovery_codes: codes };
	});
}

function remove(deps: AccountsDeps, signedIn: SignedIn, browser: Browser) {
	return withAccount(deps, signedIn, async (tx, account) => {
		if (!account.secondFactorConfirmed) throw isOff();
		const { workspaceId, agentId } = account;
		await tx.batch([
			saveSecondFactor(workspaceId, agentId, null, false),
			...replaceRecoveryCodes(workspaceId, agentId, []),
			audit(deps, account, "second_factor_disabled", browser),
		]);
		return { second_factor: false };
	});
}

/** Runs `work` with the agent's own account, locked. */
function withAccount<T>(
	{ db }: AccountsDeps,
	{ key }: SignedIn,
	work: (tx: Transaction, account: Account) => Promise<T>,
): Promise<T> {
	const { workspaceId, ownerId } = key;
	return inTransaction(db, workspaceId, async (tx) => {
		const { rows } = await tx.query(lockAccount(workspaceId, ownerId));
		if (!rows[0]) throw sessionExpired();
		return work(tx, rows[0]);
	});
}

function audit(
	{ now }: AccountsDeps,
	{ workspaceId, agentId }: Account,
	type: AuditType,
	{ address }: Browser,
) {
	const event = { type, agentId, actorId: agentId, address };
	return insertAuditEvent(workspaceId, event, new Date(now()));
}

const secondFactorUnavailable = () =>
	new AppError(
		"validation_error",
		"second_factor_unavailable",
		"This installation has no SECRETS_KEY to keep second factors with.",
	);

const alreadyOn = () =>
	new AppError(
		"conflict",
		"second_factor_enabled",
		"The second factor is on already. Turn it off first.",
	);

const isOff = () =>
	new AppError(
		"conflict",
		"second_factor_disabled",
		"The second factor is off.",
	);
