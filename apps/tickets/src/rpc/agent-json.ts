import type { AgentRecord } from "../domain/agent.ts";

/** The API's Agent object. */
export function agentJson(agent: AgentRecord): string {
	return JSON.stringify({
		id: agent.id,
		name: agent.name,
		email: agent.email,
		deactivated_at: agent.deactivatedAt,
		created_at: agent.createdAt,
	});
}
