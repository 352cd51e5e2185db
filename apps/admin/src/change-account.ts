import { lockAccount, saveRole } from "@supportdesk/accounts/accounts.ts";
import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import { deleteIdentities } from "@supportdesk/accounts/identities.ts";
import { isLastAdmin, lastAdmin } from "@supportdesk/accounts/last-admin.ts";
import { replaceRecoveryCodes } from "@supportdesk/accounts/recovery-codes.ts";
import type { Role } from "@supportdesk/accounts/role.ts";
import { saveSecondFactor } from "@supportdesk/accounts/second-factors.ts";
import { notifySessionsOf } from "@supportdesk/accounts/sessions.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";

export interface ShownAccount {
	readonly agent_id: string;
	readonly email: string;
	readonly role: Role;
	readonly second_factor: boolean;
	readonly provider_linked: boolean;
}

/**
 * Gives an agent's account another role, turns its second factor off, or unlinks it from the OpenID Connect provider.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for an agent without an account; AppError `last_admin`
 */
export async function changeAccount(
	tx: Transaction,
	workspaceId: string,
	agentId: string,
	change:
		| { readonly role: Role }
		| { readonly secondFactor: false }
		| { readonly provider: false },
	now: Date,
): Promise<ShownAccount> {
	const isLast = await isLastAdmin(tx, workspaceId, agentId);
	const { rows } = await tx.query(lockAccount(workspaceId, agentId));
	const [account] = rows;
	if (!account)
		throw new AdminError(
			`${agentId} has no account in the workspace ${workspaceId}: make one with \`agents invite\`.`,
		);
	const event = { agentId, actorId: "", address: "" };
	if ("role" in change) {
		if (isLast && change.role !== "admin") throw lastAdmin();
		await tx.batch([
			saveRole(workspaceId, agentId, change.role),
			notifySessionsOf(workspaceId, agentId),
			insertAuditEvent(
				workspaceId,
				{ ...event, type: "role_changed", role: change.role },
				now,
			),
		]);
	} else if ("provider" in change) {
		const type = "provider_unlinked";
		await tx.batch([
			deleteIdentities(workspaceId, agentId),
			insertAuditEvent(workspaceId, { ...event, type }, now),
		]);
	} else {
		const type = "second_factor_disabled";
		await tx.batch([
			saveSecondFactor(workspaceId, agentId, null, false),
			...replaceRecoveryCodes(workspaceId, agentId, []),
			insertAuditEvent(workspaceId, { ...event, type }, now),
		]);
	}
	return {
		agent_id: agentId,
		email: account.email,
		role: "role" in change ? change.role : account.role,
		second_factor:
			"secondFactor" in change ? false : account.secondFactorConfirmed,
		provider_linked: "provider" in change ? false : account.providerLinked,
	};
}
