import { newId } from "@supportdesk/ids/ids.ts";
import type { Cause } from "@supportdesk/outbox/new-event.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { agentExists } from "./domain/errors.ts";
import { parseEmail, parseName } from "./domain/text.ts";
import { created } from "./resource-events.ts";
import { type Agent, insertAgent } from "./store/agents.ts";
import { insertTicketsEvent } from "./store/events.ts";

/**
 * Creates an agent: a person who answers tickets and owns API keys.
 *
 * @param tx a transaction that entered the workspace.
 * @throws AppError `invalid_parameter`, `agent_exists`
 */
export async function createAgent(
	tx: Transaction,
	agent: { workspaceId: string; name: string; email: string; now: Date },
	cause: Cause,
): Promise<Agent> {
	const { workspaceId, now } = agent;
	const name = parseName(agent.name);
	const email = parseEmail(agent.email);
	const id = newId("usr", now.getTime());
	const row = await insertAgent(tx, { workspaceId, id, name, email, now });
	if (!row) throw agentExists(email);
	const event = created("agent.created", row, now, cause);
	await insertTicketsEvent(tx, workspaceId, event);
	return row;
}
