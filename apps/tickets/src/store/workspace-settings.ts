import { boolean, rowType } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { WorkspaceSettings } from "../domain/workspace-settings.ts";

/** What a workspace has set, and the defaults of the rest. */
export function selectSettings(workspaceId: string): Query<WorkspaceSettings> {
	return {
		name: "settings",
		text: `select coalesce((select pending_after_reply
                   from workspace_settings
                  where workspace_id = $1), false) as pending_after_reply`,
		values: [workspaceId],
		row: rowType({ pending_after_reply: boolean }, (row) => ({
			pendingAfterReply: row.pending_after_reply,
		})),
	};
}

export function saveSettings(
	workspaceId: string,
	{ pendingAfterReply }: WorkspaceSettings,
	updatedAt: Date,
): Statement {
	return {
		name: "settings_save",
		text: `insert into workspace_settings (workspace_id, pending_after_reply, updated_at)
values ($1, $2, $3)
    on conflict (workspace_id)
    do update set pending_after_reply = excluded.pending_after_reply,
                  updated_at = excluded.updated_at`,
		values: [workspaceId, pendingAfterReply, updatedAt.toISOString()],
	};
}
