import {
	type Account,
	lockAccount,
	presentEmail,
	selectAccountsOf,
	selectAccountsOfIdentity,
} from "@supportdesk/accounts/accounts.ts";
import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import {
	type Identity,
	insertIdentity,
	presentIdentity,
	selectIdentity,
} from "@supportdesk/accounts/identities.ts";
import {
	inTransaction,
	runOutsideWorkspaces,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import type { AccountsDeps, Browser } from "../accounts-deps.ts";
import { noteFailure } from "../note-failure.ts";
import { type OpenedSession, openSession } from "../open-session.ts";
import {
	accountNotFound,
	emailUnverified,
	identityMismatch,
} from "./errors.ts";
import type { Person } from "./provider.ts";

/**
 * Signs in the agent whose account is linked to this person of the provider, or, the first time, has the address that the
 * provider has verified. Creates no account. The provider has asked for what factors it wants.
 *
 * @param workspaceId which of several workspaces; the one signed in to last if not given
 * @throws AppError `oidc_account_not_found`, `oidc_email_unverified`, `oidc_identity_mismatch`, `oidc_unavailable`
 */
export async function signInPerson(
	deps: AccountsDeps,
	person: Person,
	workspaceId: string | undefined,
	browser: Browser,
): Promise<OpenedSession> {
	const { db } = deps;
	const { identity, findEmail } = person;
	const isWanted = (account: Account) =>
		workspaceId === undefined || account.workspaceId === workspaceId;
	const [, linked] = await runOutsideWorkspaces(db, [
		presentIdentity(identity),
		selectAccountsOfIdentity(identity),
	]);
	const known = linked.rows.find(isWanted);
	if (known) return open(deps, known, person, browser);
	const found = await findEmail();
	if (!found) throw emailUnverified();
	const [, named] = await runOutsideWorkspaces(db, [
		presentEmail(found.email),
		selectAccountsOf(found.email),
	]);
	const account = named.rows.find(isWanted);
	if (!found.isVerified) {
		if (account) noteFailure(deps, account, browser);
		throw emailUnverified();
	}
	if (!account) throw accountNotFound();
	return open(deps, account, person, browser);
}

function open(
	deps: AccountsDeps,
	account: Account,
	{ identity, idToken }: Person,
	browser: Browser,
): Promise<OpenedSession> {
	const { workspaceId, agentId } = account;
	return inTransaction(deps.db, workspaceId, async (tx) => {
		const { rows } = await tx.query(lockAccount(workspaceId, agentId));
		// It was deactivated since it was found.
		if (rows[0]?.deactivatedAt !== null) throw accountNotFound();
		await requireIdentity(tx, deps, account, identity, browser);
		return openSession(tx, deps, account, "oidc", browser, idToken);
	});
}

/** Links the account unless it is linked. @throws AppError `oidc_identity_mismatch` where it belongs to another person */
async function requireIdentity(
	tx: Transaction,
	deps: AccountsDeps,
	account: Account,
	identity: Identity,
	browser: Browser,
): Promise<void> {
	const { workspaceId, agentId } = account;
	const now = new Date(deps.now());
	const [inserted, own] = await tx.batch([
		insertIdentity(workspaceId, agentId, identity, now.toISOString()),
		selectIdentity(workspaceId, agentId, identity),
	]);
	if (own.rows.length === 0) {
		noteFailure(deps, account, browser);
		throw identityMismatch();
	}
	if (inserted.rows.length === 0) return;
	const { address } = browser;
	const event = {
		...({ type: "provider_linked", agentId, actorId: agentId } as const),
		address,
	};
	await tx.query(insertAuditEvent(workspaceId, event, now));
}
