import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import {
	json,
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement, Value } from "@supportdesk/pg/statement.ts";
import type { Macro } from "../domain/macro.ts";
import { keysetPage, type SortColumn } from "./keyset-page.ts";

export const MACRO_SORTS = ["created_at", "name"] as const;
export type MacroSort = Sort<(typeof MACRO_SORTS)[number]>;

const SORT_COLUMNS: Record<MacroSort["field"], SortColumn> = {
	created_at: { sql: "created_at", type: "timestamptz" },
	name: { sql: "name", type: "text" },
};

const COLUMNS = "id, name, body, type, changes, created_at, updated_at";

const MACRO = rowType(
	{
		id: text,
		name: text,
		body: nullable(text),
		type: oneOf<Macro["type"]>(),
		changes: json,
		created_at: timestamp,
		updated_at: timestamp,
	},
	(row): Macro => ({
		id: row.id,
		name: row.name,
		body: row.body,
		type: row.type,
		changes: JSON.parse(row.changes),
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}),
);

export function insertMacro(workspaceId: string, macro: Macro): Statement {
	return {
		name: "macro_insert",
		text: `insert into macros (workspace_id, id, name, body, type, changes, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		values: [
			workspaceId,
			macro.id,
			macro.name,
			macro.body,
			macro.type,
			JSON.stringify(macro.changes),
			macro.createdAt,
			macro.updatedAt,
		],
	};
}

export function saveMacro(workspaceId: string, macro: Macro): Statement {
	return {
		name: "macro_save",
		text: `update macros
   set name = $3, body = $4, type = $5, changes = $6, updated_at = $7
 where workspace_id = $1
   and id = $2`,
		values: [
			workspaceId,
			macro.id,
			macro.name,
			macro.body,
			macro.type,
			JSON.stringify(macro.changes),
			macro.updatedAt,
		],
	};
}

/** Counts one if it was there. */
export function deleteMacro(workspaceId: string, id: string): Statement {
	return {
		name: "macro_delete",
		text: `delete from macros
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
	};
}

export function selectMacro(workspaceId: string, id: string): Query<Macro> {
	return {
		name: "macro",
		text: `select ${COLUMNS}
  from macros
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
		row: MACRO,
	};
}

/** The macro, locked until the transaction ends. */
export function lockMacro(workspaceId: string, id: string): Query<Macro> {
	return {
		name: "macro_lock",
		text: `select ${COLUMNS}
  from macros
 where workspace_id = $1
   and id = $2
   for update`,
		values: [workspaceId, id],
		row: MACRO,
	};
}

export function selectMacroPage(
	workspaceId: string,
	sort: MacroSort,
	rowsMax: number,
	position: Position | undefined,
): Query<Macro> {
	const values: Value[] = [workspaceId];
	const column = SORT_COLUMNS[sort.field];
	return {
		text: `select ${COLUMNS}
  from macros
 where workspace_id = $1${keysetPage(column, sort, rowsMax, position, values)}`,
		values,
		row: MACRO,
	};
}
