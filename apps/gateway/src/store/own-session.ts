import { rowType, text, timestamp } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";

/** A session as `GET /v1/me` shows it. */
export interface OwnSession {
	readonly id: string;
	readonly createdAt: string;
	readonly workspaceName: string;
}

/** A session of the workspace, and the workspace's name. */
export function selectOwnSession(
	workspaceId: string,
	id: string,
): Query<OwnSession> {
	return {
		name: "own_session",
		text: `select s.id, s.created_at, w.name as workspace_name
  from sessions s
  join workspaces w on w.id = s.workspace_id
 where s.workspace_id = $1
   and s.id = $2`,
		values: [workspaceId, id],
		row: rowType(
			{ id: text, created_at: timestamp, workspace_name: text },
			(row): OwnSession => ({
				id: row.id,
				createdAt: row.created_at,
				workspaceName: row.workspace_name,
			}),
		),
	};
}
