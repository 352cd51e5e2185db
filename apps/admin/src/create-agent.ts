import type { Agent } from "@supportdesk/directory/agents.ts";
import { createAgent as create } from "@supportdesk/directory/create-agent.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { COMMAND_LINE } from "./command-line-cause.ts";

/**
 * Creates an agent.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AppError for an invalid name or address, or when the workspace has an agent with this address.
 */
export function createAgent(
	tx: Transaction,
	agent: { workspaceId: string; name: string; email: string; now: Date },
): Promise<Agent> {
	return create(tx, agent, COMMAND_LINE);
}
