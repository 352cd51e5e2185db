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
import { limitAttempts } from "./limit-attempts.ts";
import { noteFailure } from "./note-failure.ts";
import { type OpenedSession, openSession } from "./open-session.ts";
import { requireSecondFactor } from "./second-factor.ts";

export interface Credentials {
	readonly email: string;
	readonly password: string;
	/** Which of several workspaces; the one signed in to last if not given. */
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
	const { db, limiter, passwords, secretsKey, now } = deps;
	const name = email.trim().toLowerCase();
	await limitAttempts(limiter, browser.address, name);
	const account = await findAccount(deps, name, workspaceId);
	const hash = account?.passwordHash ?? null;
	if (!(await passwords.verify(password, hash)) || !account) {
		if (account) noteFailure(deps, account, browser);
		throw invalidCredentials();
	}
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

/** The account of an address that was signed in to last, if there are several. */
export async function findAccount(
	{ db }: Pick<AccountsDeps, "db">,
	email: string,
	workspaceId: string | undefined,
): Promise<Account | undefined> {
	const [, { rows }] = await runOutsideWorkspaces(db, [
		presentEmail(email),
		selectAccountsOf(email),
	]);
	const found = rows.filter(
		(each) => workspaceId === undefined || each.workspaceId === workspaceId,
	);
	return found.find(({ passwordHash }) => passwordHash !== null) ?? found[0];
}
