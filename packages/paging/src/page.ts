import {
	type CursorScope,
	decodeCursor,
	encodeCursor,
	type Position,
} from "./cursor.ts";

/** One list of one workspace, walked page by page. */
export interface Walk {
	/** Where the page begins; undefined for the first one. */
	readonly position: Position | undefined;
	/**
	 * Cuts what was read to the page.
	 *
	 * @param rows at least one row more than the page holds, if there are more.
	 * @param positionOf where a row stands in the walk.
	 * @returns the rows of the page, and the cursor of the next one; empty on the last page.
	 */
	cut<Row>(
		rows: readonly Row[],
		positionOf: (row: Row) => Position,
	): { readonly rows: readonly Row[]; readonly nextCursor: string };
}

/**
 * Begins or continues a walk.
 *
 * @param cursor what the page before gave out; empty to begin.
 * @throws AppError `invalid_cursor`
 */
export function startWalk(
	secret: string,
	scope: CursorScope,
	limit: number,
	cursor: string,
): Walk {
	return {
		position: cursor === "" ? undefined : decodeCursor(secret, scope, cursor),
		cut(rows, positionOf) {
			const shown = rows.slice(0, limit);
			const last = shown.at(-1);
			const nextCursor =
				last !== undefined && rows.length > limit
					? encodeCursor(secret, scope, positionOf(last))
					: "";
			return { rows: shown, nextCursor };
		},
	};
}
