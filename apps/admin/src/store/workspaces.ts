import {
	nullable,
	type Row,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Db } from "@supportdesk/pg/statement.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";

const WORKSPACE = rowType({
	id: text,
	name: text,
	deactivated_at: nullable(timestamp),
	created_at: timestamp,
});
export type Workspace = Row<typeof WORKSPACE.columns>;

const COLUMNS = "id, name, deactivated_at, created_at";

/** Inserts the workspace, and its id for each service that has scheduled work for all workspaces. */
export async function insertWorkspace(
	tx: Transaction,
	workspace: { id: string; name: string; now: Date },
): Promise<Workspace> {
	const { id, name, now } = workspace;
	const { rows } = await tx.query({
		text: `insert into gateway.workspaces (id, name, created_at)
		       values ($1, $2, $3)
		       returning ${COLUMNS}`,
		values: [id, name, now.toISOString()],
		row: WORKSPACE,
	});
	for (const service of ["tickets", "knowledge"]) {
		await tx.query({
			text: `insert into ${service}.workspaces (id) values ($1)`,
			values: [id],
		});
	}
	return rows[0]!;
}

/** Oldest first. This table has no row-level security by workspace, so no workspace has to be entered. */
export async function listWorkspaces(db: Db): Promise<Workspace[]> {
	const { rows } = await db.query({
		text: `select ${COLUMNS}
		         from gateway.workspaces
		        order by created_at, id`,
		row: WORKSPACE,
	});
	return rows;
}

export async function findWorkspace(
	db: Db,
	id: string,
): Promise<Workspace | undefined> {
	const { rows } = await db.query({
		text: `select ${COLUMNS}
		         from gateway.workspaces
		        where id = $1`,
		values: [id],
		row: WORKSPACE,
	});
	return rows[0];
}

/** The workspace, locked until the transaction ends. */
export async function lockWorkspace(
	db: Db,
	id: string,
): Promise<Workspace | undefined> {
	const { rows } = await db.query({
		text: `select ${COLUMNS}
		         from gateway.workspaces
		        where id = $1
		          for update`,
		values: [id],
		row: WORKSPACE,
	});
	return rows[0];
}

/** Saves a workspace's name and deactivation. */
export async function saveWorkspace(
	db: Db,
	workspace: Workspace,
): Promise<void> {
	await db.query({
		text: `update gateway.workspaces
		          set name = $2, deactivated_at = $3
		        where id = $1`,
		values: [workspace.id, workspace.name, workspace.deactivated_at],
	});
	// Its mailboxes' accounts are read no longer.
	await db.query({
		text: `update tickets.workspaces
		          set deactivated_at = $2
		        where id = $1`,
		values: [workspace.id, workspace.deactivated_at],
	});
}
