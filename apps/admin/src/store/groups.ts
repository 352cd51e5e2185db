import {
	type Row,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Db } from "@supportdesk/pg/statement.ts";

const GROUP = rowType({
	id: text,
	workspace_id: text,
	name: text,
	created_at: timestamp,
});
export type Group = Row<typeof GROUP.columns>;

/** Answers undefined when the workspace has a group of this name. */
export async function insertGroup(
	db: Db,
	group: { workspaceId: string; id: string; name: string; now: Date },
): Promise<Group | undefined> {
	const { workspaceId, id, name, now } = group;
	const { rows } = await db.query({
		text: `insert into tickets.groups (workspace_id, id, name, created_at)
		       values ($1, $2, $3, $4)
		       on conflict (workspace_id, lower(name)) do nothing
		       returning id, workspace_id, name, created_at`,
		values: [workspaceId, id, name, now.toISOString()],
		row: GROUP,
	});
	return rows[0];
}

/** Oldest first. */
export async function listGroups(
	db: Db,
	workspaceId: string,
): Promise<Group[]> {
	const { rows } = await db.query({
		text: `select id, workspace_id, name, created_at
		         from tickets.groups
		        where workspace_id = $1
		        order by created_at, id`,
		values: [workspaceId],
		row: GROUP,
	});
	return rows;
}
