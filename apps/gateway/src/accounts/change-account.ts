import {
	type Account,
	lockAccount,
	saveRole,
} from "@supportdesk/accounts/accounts.ts";
import {
	type AuditType,
	insertAuditEvent,
} from "@supportdesk/accounts/audit-events.ts";
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
 * @throws AppError `account_not_found`, `scope_not_held`
 */
export function changeRole(
	deps: AccountsDeps,
	agentId: string,
	role: Role,
	context: CallContext,
	caller: Caller,
): Promise<Rendered> {
	const { workspaceId } = context;
	return change(deps, agentId, "role_changed", context, caller, (account) => {
		requireRole(caller, role);
		return account.role === role
			? { account, statements: [] }
			: {
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
	work: (account: Account) => Changed,
): Promise<Rendered> {
	const { workspaceId } = context;
	const account = await inTransaction(db, context, async (tx) => {
		const { rows } = await tx.query(lockAccount(workspaceId, agentId));
		if (!rows[0]) throw accountNotFound();
		requireRole(caller, rows[0].role);
		const { account, statements } = work(rows[0]);
		if (statements.length === 0) return account;
		const event = { type, agentId, actorId: actorOf(context), address: "" };
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
