import {
	nullable,
	rowType,
	text,
	timestamp,
} from "../../src/statement/row-type.ts";
import type { Db, Query, Statement } from "../../src/statement/statement.ts";

interface Note {
	readonly id: string;
	readonly parentId: string | null;
}

const NOTE = rowType(
	{ id: text, parent_id: nullable(text) },
	({ id, parent_id }): Note => ({ id, parentId: parent_id }),
);

export function listNotes(workspaceId: string): Query<Note> {
	return {
		name: "list",
		text: "select id, parent_id from notes where workspace_id = $1",
		values: [workspaceId],
		row: NOTE,
	};
}

export async function findNote(
	db: Db,
	workspaceId: string,
	id: string,
): Promise<string | undefined> {
	const { rows } = await db.query({
		text: `select body, now() as read_at, 1::int8 as times, pg_notify('x', '')
		         from notes where workspace_id = $1 and id = $2`,
		values: [workspaceId, id],
		row: rowType(
			{
				body: text,
				read_at: timestamp,
				times: { types: ["int8"], nullable: false },
			},
			({ body }) => body,
		),
	});
	return rows[0];
}

export function addNote(workspaceId: string, id: string): Statement {
	return {
		name: "add",
		text: "insert into notes (workspace_id, id, body, parent_id) values ($1, $2, 'x', 'missing')",
		values: [workspaceId, id],
	};
}
