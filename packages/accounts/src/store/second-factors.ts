import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

/** Begins, confirms or removes the second factor. */
export function saveSecondFactor(
	workspaceId: string,
	agentId: string,
	secret: string | null,
	isConfirmed: boolean,
): Statement {
	return {
		name: "account_second_factor",
		text: `update gateway.accounts
		          set second_factor_secret = $3, second_factor_confirmed = $4
		        where workspace_id = $1 and agent_id = $2`,
		values: [workspaceId, agentId, secret, isConfirmed],
	};
}

/** Notes that the code of this period was accepted. Returns no row where a code as new was accepted before. */
export function savePeriod(
	workspaceId: string,
	agentId: string,
	period: number,
): Query<{ readonly agent_id: string }> {
	return {
		name: "account_period",
		text: `update gateway.accounts
		          set second_factor_period = $3
		        where workspace_id = $1 and agent_id = $2 and second_factor_period < $3
		    returning agent_id`,
		values: [workspaceId, agentId, period],
		row: rowType({ agent_id: text }),
	};
}
