import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import { type Change, changed } from "./domain/change.ts";
import { updated } from "./resource-events.ts";
import { type Agent, lockAgent, saveAgent } from "./store/agents.ts";
import { insertTicketsEvent } from "./store/events.ts";
import { saveOwnerDeactivation } from "./store/keys.ts";

/**
 * Renames, deactivates or reactivates an agent. A deactivated agent gets no more tickets and writes no more messages, and
 * gateways refuse the agent's keys within 5 s; existing tickets and messages keep showing the agent.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for an unknown agent or a bad name.
 */
export async function changeAgent(
	tx: Transaction,
	workspaceId: string,
	id: string,
	change: Change,
	now: Date,
): Promise<Agent> {
	const current = await lockAgent(tx, workspaceId, id);
	if (!current)
		throw new AdminError(
			`There is no agent ${id} in the workspace ${workspaceId}.`,
		);
	const next = changed(current, change);
	await saveAgent(tx, next);
	const isDeactivated = next.deactivated_at !== null;
	const type =
		isDeactivated && current.deactivated_at === null
			? "agent.deactivated"
			: "agent.updated";
	const event = updated(type, current, next, now);
	if (event) await insertTicketsEvent(tx, workspaceId, event);
	if (next.deactivated_at !== current.deactivated_at)
		await saveOwnerDeactivation(tx, workspaceId, id, next.deactivated_at);
	return next;
}
