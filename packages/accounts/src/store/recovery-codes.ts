import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

/** Replaces an agent's recovery codes; without hashes it only deletes them. */
export function replaceRecoveryCodes(
	workspaceId: string,
	agentId: string,
	hashes: readonly string[],
): Statement[] {
	return [
		{
			name: "recovery_codes_delete",
			text: `delete from gateway.recovery_codes
			        where workspace_id = $1 and agent_id = $2`,
			values: [workspaceId, agentId],
		},
		{
			name: "recovery_codes_insert",
			text: `insert into gateway.recovery_codes (workspace_id, agent_id, code_hash)
			       select $1, $2, h
			         from unnest($3::text[]) as h`,
			values: [workspaceId, agentId, hashes],
		},
	];
}

/** Uses a code up. Returns no row where the agent has no such code. */
export function useRecoveryCode(
	workspaceId: string,
	agentId: string,
	hash: string,
): Query<{ readonly agent_id: string }> {
	return {
		name: "recovery_code_use",
		text: `delete from gateway.recovery_codes
		        where workspace_id = $1 and agent_id = $2 and code_hash = $3
		    returning agent_id`,
		values: [workspaceId, agentId, hash],
		row: rowType({ agent_id: text }),
	};
}
