import type { Statement } from "@supportdesk/pg/statement.ts";

/** Stores the hour in which keys of a workspace were last used. */
export function updateLastUse(
	workspaceId: string,
	keyIds: readonly string[],
	hour: Date,
): Statement {
	return {
		name: "update_last_use",
		text: `update api_keys
   set last_used_at = $3
 where workspace_id = $1
   and id = any($2)
   and (last_used_at is null or last_used_at < $3)`,
		values: [workspaceId, keyIds, hour.toISOString()],
	};
}
