import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";

/** The admins who can sign in: not those who are deactivated or have only been invited. Locked until the transaction ends. */
export function lockAdmins(
	workspaceId: string,
): Query<{ readonly agent_id: string }> {
	return {
		name: "admins_lock",
		text: `select agent_id
		         from gateway.accounts
		        where workspace_id = $1
		          and role = 'admin'
		          and deactivated_at is null
		          and (password_hash is not null or last_sign_in_at is not null)
		        order by agent_id
		          for update`,
		values: [workspaceId],
		row: rowType({ agent_id: text }),
	};
}
