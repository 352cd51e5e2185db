import type { Cause } from "@supportdesk/outbox/new-event.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { type Change, changed } from "./domain/change.ts";
import { noSuchAgent } from "./domain/errors.ts";
import { updated } from "./resource-events.ts";
import { type Agent, lockAgent, saveAgent } from "./store/agents.ts";
import { insertTicketsEvent } from "./store/events.ts";

/**
 * Renames, deactivates or reactivates an agent. A deactivated agent gets no more tickets and writes no more messages;
 * existing tickets and messages keep showing the agent. The agent's keys are the caller's to refuse.
 *
 * @param tx a transaction that entered the workspace.
 * @throws AppError `agent_not_found`, `invalid_parameter`
 */
export async function changeAgent(
	tx: Transaction,
	workspaceId: string,
	id: string,
	changes: readonly Change[],
	now: Date,
	cause: Cause,
): Promise<Agent> {
	const current = await lockAgent(tx, workspaceId, id);
	if (!current) throw noSuchAgent();
	const next = changes.reduce(changed, current);
	await saveAgent(tx, next);
	const isDeactivated = next.deactivated_at !== null;
	const type =
		isDeactivated && current.deactivated_at === null
			? "agent.deactivated"
			: "agent.updated";
	const event = updated(type, current, next, now, cause);
	if (event) await insertTicketsEvent(tx, workspaceId, event);
	return next;
}
