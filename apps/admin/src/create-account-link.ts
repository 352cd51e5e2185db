import { insertAccount, lockAccount } from "@supportdesk/accounts/accounts.ts";
import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import { createLink } from "@supportdesk/accounts/create-link.ts";
import type { LinkPurpose } from "@supportdesk/accounts/links.ts";
import type { Role } from "@supportdesk/accounts/role.ts";
import { lockAgent } from "@supportdesk/directory/agents.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";

export interface AccountLink {
	readonly agent_id: string;
	readonly email: string;
	readonly role: Role;
	readonly url: string;
	readonly expires_at: string;
}

/**
 * Creates a link with which an agent signs in to the console once, and the agent's account if there is none.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for an unknown or deactivated agent.
 */
export async function createAccountLink(
	tx: Transaction,
	request: {
		readonly workspaceId: string;
		readonly agentId: string;
		/** Of a new account. */
		readonly role: Role;
		readonly purpose: LinkPurpose;
		/** The address of the console. */
		readonly publicUrl: string;
		readonly now: Date;
	},
): Promise<AccountLink> {
	const { workspaceId, agentId, role, purpose, publicUrl, now } = request;
	const agent = await lockAgent(tx, workspaceId, agentId);
	if (!agent)
		throw new AdminError(
			`${agentId} is not an agent of the workspace ${workspaceId}.`,
		);
	if (agent.deactivated_at)
		throw new AdminError(`The agent ${agentId} is deactivated.`);
	const { email } = agent;
	const at = now.toISOString();
	const link = createLink({ workspaceId, agentId, purpose }, now);
	const type = purpose === "invitation" ? "invited" : "sign_in_link_created";
	const [, account] = await tx.batch([
		insertAccount({ workspaceId, agentId, email, role, now: at }),
		lockAccount(workspaceId, agentId),
	]);
	await tx.batch([
		...link.statements,
		insertAuditEvent(
			workspaceId,
			{
				...{ type, agentId, actorId: "", address: "" },
				role: type === "invited" ? account.rows[0]!.role : undefined,
			},
			now,
		),
	]);
	return {
		agent_id: agentId,
		email,
		role: account.rows[0]!.role,
		url: link.url(publicUrl),
		expires_at: link.expiresAt,
	};
}
