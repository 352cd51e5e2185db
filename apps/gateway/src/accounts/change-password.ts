import {
	lockAccount,
	savePassword,
	selectAccount,
} from "@supportdesk/accounts/accounts.ts";
import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import { deleteLinksOf } from "@supportdesk/accounts/links.ts";
import { endSessions } from "@supportdesk/accounts/sessions.ts";
import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import type { AccountsDeps, Browser } from "./accounts-deps.ts";
import type { SignedIn } from "./auth-endpoint.ts";
import { invalidCredentials } from "./errors.ts";
import { limitAttempts } from "./limit-attempts.ts";
import { requirePassword } from "./password-rules.ts";

/**
 * Checks the password of the agent who is signed in, and returns its hash.
 *
 * @throws AppError `invalid_credentials`, `rate_limit_error`
 */
export async function requireOwnPassword(
	{ db, limiter, passwords }: AccountsDeps,
	{ key }: SignedIn,
	password: string,
	{ address }: Browser,
): Promise<string> {
	const { workspaceId, ownerId } = key;
	await limitAttempts(limiter, address, ownerId);
	const [account] = await read(
		db,
		workspaceId,
		selectAccount(workspaceId, ownerId),
	);
	const hash = account?.passwordHash ?? null;
	if (!(await passwords.verify(password, hash))) throw invalidCredentials();
	return hash!;
}

/**
 * Changes the password of the agent who is signed in. Its other sessions end.
 *
 * @throws AppError `invalid_credentials`, `weak_password`, `rate_limit_error`
 */
export async function changePassword(
	deps: AccountsDeps,
	signedIn: SignedIn,
	request: { readonly current: string; readonly next: string },
	browser: Browser,
): Promise<void> {
	const { db, passwords, now } = deps;
	requirePassword("new_password", request.next);
	const before = await requireOwnPassword(
		deps,
		signedIn,
		request.current,
		browser,
	);
	const hash = await passwords.hash(request.next);
	const { id, workspaceId, ownerId: agentId } = signedIn.key;
	const event = {
		type: "password_changed",
		agentId,
		actorId: agentId,
		address: browser.address,
	} as const;
	await inTransaction(db, workspaceId, async (tx) => {
		const { rows } = await tx.query(lockAccount(workspaceId, agentId));
		if (rows[0]?.passwordHash !== before) throw invalidCredentials();
		await tx.batch([
			savePassword(workspaceId, agentId, hash),
			deleteLinksOf(workspaceId, agentId),
			endSessions(workspaceId, agentId, { exceptId: id }),
			insertAuditEvent(workspaceId, event, new Date(now())),
		]);
	});
}
