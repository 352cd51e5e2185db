import {
	insertAccount,
	lockAccount,
	saveRole,
} from "@supportdesk/accounts/accounts.ts";
import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import { createLink } from "@supportdesk/accounts/create-link.ts";
import { isLastAdmin, lastAdmin } from "@supportdesk/accounts/last-admin.ts";
import type { LinkPurpose } from "@supportdesk/accounts/links.ts";
import type { Role } from "@supportdesk/accounts/role.ts";
import { notifySessionsOf } from "@supportdesk/accounts/sessions.ts";
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
 * @throws AdminError for an unknown or deactivated agent; AppError `last_admin`
 */
export async function createAccountLink(
	tx: Transaction,
	request: {
		readonly workspaceId: string;
		readonly agentId: string;
		/** Of a new account. */
		readonly role: Role;
		/** Whether an account that exists gets the role, too. */
		readonly changesRole?: boolean;
		readonly purpose: LinkPurpose;
		/** The address of the console. */
		readonly publicUrl: string;
		readonly now: Date;
	},
): Promise<AccountLink> {
	const { workspaceId, agentId, purpose, publicUrl, now } = request;
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
	const isLast =
		request.changesRole && (await isLastAdmin(tx, workspaceId, agentId));
	const [, account] = await tx.batch([
		insertAccount({ workspaceId, agentId, email, role: request.role, now: at }),
		lockAccount(workspaceId, agentId),
	]);
	const current = account.rows[0]!.role;
	const role = request.changesRole ? request.role : current;
	if (isLast && role !== "admin") throw lastAdmin();
	await tx.batch([
		...(role === current
			? []
			: [
					saveRole(workspaceId, agentId, role),
					notifySessionsOf(workspaceId, agentId),
				]),
		...link.statements,
		insertAuditEvent(
			workspaceId,
			{
				...{ type, agentId, actorId: "", address: "" },
				role: type === "invited" ? role : undefined,
			},
			now,
		),
	]);
	return {
		agent_id: agentId,
		email,
		role,
		url: link.url(publicUrl),
		expires_at: link.expiresAt,
	};
}
