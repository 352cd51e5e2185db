import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import type { Value } from "@supportdesk/pg/statement.ts";

/** What a list can be sorted by: an expression that is never null, and its type. */
export interface SortColumn {
	readonly sql: string;
	readonly type: "timestamptz" | "text";
}

/**
 * The end of a list's statement: the rows behind a position in the order of a column and, among equals, of the id.
 *
 * @param values of the statement so far; the position's are added.
 */
export function keysetPage(
	{ sql, type }: SortColumn,
	{ direction }: Sort,
	rowsMax: number,
	position: Position | undefined,
	values: Value[],
	id = "id",
): string {
	const beyond = direction === "desc" ? "<" : ">";
	const behind = position
		? `
   and (${sql}, ${id}) ${beyond} ($${values.push(position.value)}::${type}, $${values.push(position.id)})`
		: "";
	return `${behind}
 order by ${sql} ${direction}, ${id} ${direction}
 limit ${rowsMax}`;
}
