import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { Agent } from "../domain/ticket.ts";

const AGENT = rowType({ id: text, name: text, email: text });

/** The agent, unless deactivated. */
export function selectActiveAgent(
	workspaceId: string,
	id: string,
): Query<Agent> {
	return {
		name: "agent_active",
		text: `select id, name, email
  from agents
 where workspace_id = $1
   and id = $2
   and deactivated_at is null`,
		values: [workspaceId, id],
		row: AGENT,
	};
}
