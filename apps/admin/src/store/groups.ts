import type { Db } from "@supportdesk/pg/statement.ts";

export interface Group {
	readonly id: string;
	readonly workspace_id: string;
	readonly name: string;
	readonly created_at: string;
}

/** Answers undefined when the workspace has a group of this name. */
export async function insertGroup(
	db: Db,
	group: { workspaceId: string; id: string; name: string; now: Date },
): Promise<Group | undefined> {
	const { workspaceId, id, name, now } = group;
	const { rows } = await db.query<Group>({
		text: `insert into tickets.groups (workspace_id, id, name, created_at)
		       values ($1, $2, $3, $4)
		       on conflict (workspace_id, lower(name)) do nothing
		       returning id, workspace_id, name, created_at`,
		values: [workspaceId, id, name, now.toISOString()],
	});
	return rows[0];
}

/** Oldest first. */
export async function listGroups(
	db: Db,
	workspaceId: string,
): Promise<Group[]> {
	const { rows } = await db.query<Group>({
		text: `select id, workspace_id, name, created_at
		         from tickets.groups
		        where workspace_id = $1
		        order by created_at, id`,
		values: [workspaceId],
	});
	return rows;
}
