import {
	type Account,
	lockAccount,
	saveRole,
} from "@supportdesk/accounts/accounts.ts";
import {
	type AuditType,
	insertAuditEvent,
} from "@supportdesk/accounts/audit-events.ts";
import { saveAccountDeactivation } from "@supportdesk/accounts/deactivation.ts";
import { deleteIdentities } from "@supportdesk/accounts/identities.ts";
import { isLastAdmin, lastAdmin } from "@supportdesk/accounts/last-admin.ts";
import { replaceRecoveryCodes } from "@supportdesk/accounts/recovery-codes.ts";
import type { Role } from "@supportdesk/accounts/role.ts";
import { saveSecondFactor } from "@supportdesk/accounts/second-factors.ts";
import { notifySessionsOf } from "@supportdesk/accounts/sessions.ts";
import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { accountJson } from "./account-json.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { actorOf, type Caller, requireRole } from "./caller.ts";

/**
 * Gives an account another role, which its sessions have within 5 s.
 *
 * @throws AppError `account_not_found`, `scope_not_held`, `last_admin`
 */
export function changeRole(
	deps: AccountsDeps,
	agentId: string,
	role: Role,
	context: CallContext,
	caller: Caller,
): Promise<Rendered> {
	const { workspaceId } = context;
	const type = "role_changed";
	return change(deps, agentId, type, context, caller, (account, isLast) => {
		requireRole(caller, role);
		if (account.role === role) return { account, statements: [] };
		if (isLast) throw lastAdmin();
		return {
			account: { ...account, role },
			statements: [
				saveRole(workspaceId, agentId, role),
				notifySessionsOf(workspaceId, agentId),
			],
		};
	});
}

/**
 * Turns an account's second factor off, for an agent who has lost it.
 *
 * @throws AppError `account_not_found`, `scope_not_held`
 */
export function resetSecondFactor(
	deps: AccountsDeps,
	agentId: string,
	context: CallContext,
	caller: Caller,
): Promise<Rendered> {
	const { workspaceId } = context;
	const type = "second_factor_disabled";
	return change(deps, agentId, type, context, caller, (account) =>
		account.secondFactorSecret === null
			? { account, statements: [] }
			: {
					account: { ...account, secondFactorConfirmed: false },
					statements: [
						saveSecondFactor(workspaceId, agentId, null, false),
						...replaceRecoveryCodes(workspaceId, agentId, []),
					],
				},
	);
}

/**
 * Unlinks an account from its person of the OpenID Connect provider; the next person with the account's verified address
 * is linked instead.
 *
 * @throws AppError `account_not_found`, `scope_not_held`
 */
export function unlinkProvider(
	deps: AccountsDeps,
	agentId: string,
	context: CallContext,
	caller: Caller,
): Promise<Rendered> {
	const { workspaceId } = context;
	const type = "provider_unlinked";
	return change(deps, agentId, type, context, caller, (account) =>
		account.providerLinked
			? {
					account: { ...account, providerLinked: false },
					statements: [deleteIdentities(workspaceId, agentId)],
				}
			: { account, statements: [] },
	);
}

/**
 * Deactivates an agent's account, if it has one, and ends its sessions.
 *
 * @throws AppError `last_admin`
 */
export async function deactivateAccount(
	{ db, now }: AccountsDeps,
	agentId: string,
	context: CallContext,
): Promise<void> {
	const { workspaceId } = context;
	await inTransaction(db, context, async (tx) => {
		if (await isLastAdmin(tx, workspaceId, agentId)) throw lastAdmin();
		const { rows } = await tx.query(lockAccount(workspaceId, agentId));
		if (rows[0]?.deactivatedAt !== null) return;
		const at = new Date(now());
		await tx.batch(
			saveAccountDeactivation(
				...([workspaceId, agentId, at.toISOString()] as const),
				actorOf(context),
				at,
			),
		);
	});
}

interface Changed {
	readonly account: Account;
	/** None where nothing changes. */
	readonly statements: readonly Statement[];
}

async function change(
	{ db, now }: AccountsDeps,
	agentId: string,
	type: AuditType,
	context: CallContext,
	caller: Caller,
	work: (account: Account, isLastAdmin: boolean) => Changed,
): Promise<Rendered> {
	const { workspaceId } = context;
	const account = await inTransaction(db, context, async (tx) => {
		const isLast = await isLastAdmin(tx, workspaceId, agentId);
		const { rows } = await tx.query(lockAccount(workspaceId, agentId));
		if (!rows[0]) throw accountNotFound();
		requireRole(caller, rows[0].role);
		const { account, statements } = work(rows[0], isLast);
		if (statements.length === 0) return account;
		const event = {
			...{ type, agentId, actorId: actorOf(context), address: "" },
			role: type === "role_changed" ? account.role : undefined,
		};
		await tx.batch([
			...statements,
			insertAuditEvent(workspaceId, event, new Date(now())),
		]);
		return account;
	});
	return ok(accountJson(account));
}

export const accountNotFound = () =>
	new AppError("not_found", "account_not_found", "There is no such account.");
