import { newId } from "@supportdesk/ids/ids.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import { parseEmail, parseName } from "./domain/text.ts";
import { created } from "./resource-events.ts";
import { type Agent, insertAgent } from "./store/agents.ts";
import { insertTicketsEvent } from "./store/events.ts";

/**
 * Creates an agent: a person who answers tickets and owns API keys.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for an invalid name or address, or when the workspace has an agent with this address.
 */
export async function createAgent(
	tx: Transaction,
	agent: { workspaceId: string; name: string; email: string; now: Date },
): Promise<Agent> {
	const { workspaceId, now } = agent;
	const name = parseName(agent.name);
	const email = parseEmail(agent.email);
	const id = newId("usr", now.getTime());
	const row = await insertAgent(tx, { workspaceId, id, name, email, now });
	if (!row) {
		throw new AdminError(
			`The workspace has an agent with the address ${email} already.`,
		);
	}
	await insertTicketsEvent(tx, workspaceId, created("agent.created", row, now));
	return row;
}
