import {
	type Account,
	lockAccount,
	presentEmail,
	savePassword,
	selectAccountsOf,
} from "@supportdesk/accounts/accounts.ts";
import {
	inTransaction,
	runOutsideWorkspaces,
} from "@supportdesk/pg/transaction.ts";
import type { AccountsDeps, Browser } from "./accounts-deps.ts";
import { invalidCredentials } from "./errors.ts";
import { findWithPassword } from "./find-with-password.ts";
import { limitAttemptsFor } from "./limit-attempts.ts";
import { noteFailure } from "./note-failure.ts";
import { type OpenedSession, openSession } from "./open-session.ts";
import { requireSecondFactor } from "./second-factor.ts";

export interface Credentials {
	readonly email: string;
	readonly password: string;
	/** Which of several workspaces; if not given the one signed in to last of those that have this password. */
	readonly workspaceId: string | undefined;
	/** Of the second factor. */
	readonly code: string | undefined;
}

/**
 * Signs an agent in with its password.
 *
 * @throws AppError `invalid_credentials`, `second_factor_required`, `invalid_second_factor`, `rate_limit_error`
 */
export async function signIn(
	deps: AccountsDeps,
	{ email, password, workspaceId, code }: Credentials,
	browser: Browser,
): Promise<OpenedSession> {
	const { db, passwords, secretsKey, now } = deps;
	const name = email.trim().toLowerCase();
	await limitAttemptsFor(name, deps, browser);
	const found = await findAccounts(deps, name, workspaceId);
	const account = await findWithPassword(passwords, found, password);
	if (!account) {
		if (found[0]) noteFailure(deps, found[0], browser);
		throw invalidCredentials();
	}
	const hash = account.passwordHash;
	const newHash = passwords.isOutdated(hash!)
		? await passwords.hash(password)
		: undefined;
	return inTransaction(db, account.workspaceId, async (tx) => {
		const { rows } = await tx.query(
			lockAccount(account.workspaceId, account.agentId),
		);
		const [current] = rows;
		// It was deactivated, or got another password, while this one was checked.
		if (current?.passwordHash !== hash || current.deactivatedAt !== null)
			throw invalidCredentials();
		const at = new Date(now());
		const { address } = browser;
		await requireSecondFactor(tx, current, secretsKey, code, address, at).catch(
			(refusal) => {
				if (code !== undefined) noteFailure(deps, account, browser);
				throw refusal;
			},
		);
		if (newHash)
			await tx.query(
				savePassword(account.workspaceId, account.agentId, newHash),
			);
		return openSession(tx, deps, account, "password", browser);
	});
}

/** The accounts of an address: those with a password first, and of them the one that was signed in to last. */
export async function findAccounts(
	{ db }: Pick<AccountsDeps, "db">,
	email: string,
	workspaceId: string | undefined,
): Promise<readonly Account[]> {
	const [, { rows }] = await runOutsideWorkspaces(db, [
		presentEmail(email),
		selectAccountsOf(email),
	]);
	const found = rows.filter(
		(each) => workspaceId === undefined || each.workspaceId === workspaceId,
	);
	return found.toSorted(
		(a, b) => Number(a.passwordHash === null) - Number(b.passwordHash === null),
	);
}
