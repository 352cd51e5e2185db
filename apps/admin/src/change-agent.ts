import { saveAccountDeactivation } from "@supportdesk/accounts/deactivation.ts";
import { isLastAdmin, lastAdmin } from "@supportdesk/accounts/last-admin.ts";
import type { Agent } from "@supportdesk/directory/agents.ts";
import type { Change } from "@supportdesk/directory/change.ts";
import { changeAgent as change } from "@supportdesk/directory/change-agent.ts";
import { saveOwnerDeactivation } from "@supportdesk/keys/owners.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { COMMAND_LINE } from "./command-line-cause.ts";

/**
 * Renames, deactivates or reactivates an agent; gateways refuse the keys and sessions of a deactivated one within 5 s.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AppError for an unknown agent, a bad name, or the last admin.
 */
export async function changeAgent(
	tx: Transaction,
	workspaceId: string,
	id: string,
	changes: Change,
	now: Date,
): Promise<Agent> {
	if ("deactivatedAt" in changes && changes.deactivatedAt !== null)
		if (await isLastAdmin(tx, workspaceId, id)) throw lastAdmin();
	const agent = await change(tx, workspaceId, id, [changes], now, COMMAND_LINE);
	if ("deactivatedAt" in changes)
		await tx.batch([
			...saveOwnerDeactivation(workspaceId, id, agent.deactivated_at),
			...saveAccountDeactivation(
				workspaceId,
				id,
				agent.deactivated_at,
				"",
				now,
			),
		]);
	return agent;
}
