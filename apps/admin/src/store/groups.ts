import {
	nullable,
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
	deactivated_at: nullable(timestamp),
	created_at: timestamp,
});
export type Group = Row<typeof GROUP.columns>;

const COLUMNS = "id, workspace_id, name, deactivated_at, created_at";

/** Returns undefined when the workspace has a group of this name. */
export async function insertGroup(
	db: Db,
	group: { workspaceId: string; id: string; name: string; now: Date },
): Promise<Group | undefined> {
	const { workspaceId, id, name, now } = group;
	const { rows } = await db.query({
		text: `insert into tickets.groups (workspace_id, id, name, created_at)
		       values ($1, $2, $3, $4)
		       on conflict (workspace_id, lower(name)) do nothing
		       returning ${COLUMNS}`,
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
		text: `select ${COLUMNS}
		         from tickets.groups
		        where workspace_id = $1
		        order by created_at, id`,
		values: [workspaceId],
		row: GROUP,
	});
	return rows;
}

/** The group, locked until the transaction ends. */
export async function lockGroup(
	db: Db,
	workspaceId: string,
	id: string,
): Promise<Group | undefined> {
	const { rows } = await db.query({
		text: `select ${COLUMNS}
		         from tickets.groups
		        where workspace_id = $1 and id = $2
		          for update`,
		values: [workspaceId, id],
		row: GROUP,
	});
	return rows[0];
}

/** Saves a group's name and deactivation. */
export async function saveGroup(db: Db, group: Group): Promise<void> {
	await db.query({
		text: `update tickets.groups
		          set name = $3, deactivated_at = $4
		        where workspace_id = $1 and id = $2`,
		values: [group.workspace_id, group.id, group.name, group.deactivated_at],
	});
}

/** Whether another group of the workspace has this name, ignoring case. */
export async function isGroupNameTaken(
	db: Db,
	group: Pick<Group, "workspace_id" | "id" | "name">,
): Promise<boolean> {
	const { rows } = await db.query({
		text: `select id
		         from tickets.groups
		        where workspace_id = $1 and lower(name) = lower($2) and id <> $3`,
		values: [group.workspace_id, group.name, group.id],
		row: rowType({ id: text }),
	});
	return rows.length > 0;
}
