import { integer, rowType, text } from "../../src/statement/row-type.ts";
import type { Query, Statement } from "../../src/statement/statement.ts";

// Each differs from the schema in one way.

const select = (
	workspaceId: string,
	name: string,
	columns: string,
): Statement => ({
	name,
	text: `select ${columns} from notes where workspace_id = $1`,
	values: [workspaceId],
});

export const selectRenamed = (workspaceId: string): Query<unknown> => ({
	...select(workspaceId, "renamed", "id"),
	row: rowType({ name: text }),
});

export const selectUnread = (workspaceId: string): Query<unknown> => ({
	...select(workspaceId, "unread", "id, body"),
	row: rowType({ id: text }),
});

export const selectOther = (workspaceId: string): Query<unknown> => ({
	...select(workspaceId, "other", "id"),
	row: rowType({ id: integer }),
});

export const selectNullable = (workspaceId: string): Query<unknown> => ({
	...select(workspaceId, "nullable", "parent_id"),
	row: rowType({ parent_id: text }),
});

export const selectUnindexed = (workspaceId: string): Query<unknown> => ({
	name: "unindexed",
	text: `select n.id
  from notes m
  join notes n on n.workspace_id = m.workspace_id and n.id = coalesce(m.parent_id, m.id)
 where m.workspace_id = $1`,
	values: [workspaceId],
	row: rowType({ id: text }),
});
