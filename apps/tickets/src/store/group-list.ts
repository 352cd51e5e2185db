import {
	GROUP_COLUMNS,
	GROUP_ROW,
	type Group,
} from "@supportdesk/directory/groups.ts";
import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import type { Query, Value } from "@supportdesk/pg/statement.ts";
import { keysetPage, type SortColumn } from "./keyset-page.ts";

export const GROUP_SORTS = ["created_at", "name"] as const;
export type GroupSort = Sort<(typeof GROUP_SORTS)[number]>;

const SORT_COLUMNS: Record<GroupSort["field"], SortColumn> = {
	created_at: { sql: "created_at", type: "timestamptz" },
	name: { sql: "name", type: "text" },
};

/** One page. @param status `active` or `deactivated`; undefined for both. */
export function selectGroupPage(
	workspaceId: string,
	status: string | undefined,
	sort: GroupSort,
	rowsMax: number,
	position: Position | undefined,
): Query<Group> {
	const values: Value[] = [workspaceId, status];
	const column = SORT_COLUMNS[sort.field];
	return {
		text: `select ${GROUP_COLUMNS}
  from groups
 where workspace_id = $1
   and ($2::text is null or ($2 = 'active') = (deactivated_at is null))${keysetPage(column, sort, rowsMax, position, values)}`,
		values,
		row: GROUP_ROW,
	};
}
