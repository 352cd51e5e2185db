import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { lockAdmins } from "./store/admins.ts";

/**
 * Whether the agent is the only admin of the workspace who can sign in. Of several transactions at the same time each waits for
 * the one before.
 *
 * @param tx has locked no account yet
 */
export async function isLastAdmin(
	tx: Transaction,
	workspaceId: string,
	agentId: string,
): Promise<boolean> {
	const { rows } = await tx.query(lockAdmins(workspaceId));
	return rows.length === 1 && rows[0]!.agent_id === agentId;
}

/** The refusal to demote or deactivate that admin: only the command line could make another one. */
export const lastAdmin = () =>
	new AppError(
		"conflict",
		"last_admin",
		"This is the workspace's last admin who can sign in. Make another agent an admin first.",
	);
