import {
	arrayOf,
	nullable,
	type Row,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Db, Query } from "@supportdesk/pg/statement.ts";

export const GROUP_ROW = rowType({
	id: text,
	workspace_id: text,
	name: text,
	agent_ids: arrayOf(text),
	deactivated_at: nullable(timestamp),
	created_at: timestamp,
});
export type Group = Row<typeof GROUP_ROW.columns>;

/** The columns of a GROUP_ROW, from `groups`. */
export const GROUP_COLUMNS = `id, workspace_id, name, deactivated_at, created_at,
       array(select m.agent_id
               from tickets.group_agents m
              where m.workspace_id = groups.workspace_id
                and m.group_id = groups.id
              order by m.agent_id) as agent_ids`;

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
		       returning ${GROUP_COLUMNS}`,
		values: [workspaceId, id, name, now.toISOString()],
		row: GROUP_ROW,
	});
	return rows[0];
}

/** Oldest first. */
export async function listGroups(
	db: Db,
	workspaceId: string,
): Promise<Group[]> {
	const { rows } = await db.query({
		text: `select ${GROUP_COLUMNS}
		         from tickets.groups
		        where workspace_id = $1
		        order by created_at, id`,
		values: [workspaceId],
		row: GROUP_ROW,
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
		text: `select ${GROUP_COLUMNS}
		         from tickets.groups
		        where workspace_id = $1 and id = $2
		          for update`,
		values: [workspaceId, id],
		row: GROUP_ROW,
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

/** Replaces the agents of a group; returns how many of them are agents of the workspace. */
export async function saveMembers(
	db: Db,
	workspaceId: string,
	id: string,
	agentIds: readonly string[],
): Promise<number> {
	await db.query({
		text: `delete from tickets.group_agents
		        where workspace_id = $1 and group_id = $2 and agent_id <> all($3::text[])`,
		values: [workspaceId, id, agentIds],
	});
	const { rows } = await db.query({
		text: `insert into tickets.group_agents as m (workspace_id, group_id, agent_id)
		       select workspace_id, $2, id
		         from tickets.agents
		        where workspace_id = $1 and id = any($3::text[])
		       on conflict (workspace_id, group_id, agent_id)
		       do update set agent_id = m.agent_id
		       returning agent_id as id`,
		values: [workspaceId, id, agentIds],
		row: rowType({ id: text }),
	});
	return rows.length;
}

/** The group, deactivated or not. */
export function selectGroup(workspaceId: string, id: string): Query<Group> {
	return {
		name: "group",
		text: `select ${GROUP_COLUMNS}
		         from tickets.groups
		        where workspace_id = $1 and id = $2`,
		values: [workspaceId, id],
		row: GROUP_ROW,
	};
}
