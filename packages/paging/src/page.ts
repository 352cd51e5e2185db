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
	 * Writes the page of what was read.
	 *
	 * @param rows at least one row more than the page holds, if there are more.
	 * @param positionOf where a row stands in the walk.
	 * @returns the texts of the page's rows, and the cursor of the next page; empty on the last one.
	 */
	write<Row>(
		rows: readonly Row[],
		render: (row: Row) => string,
		positionOf: (row: Row) => Position,
	): { readonly items: readonly string[]; readonly nextCursor: string };
}

/** Services send each other at most 64 MiB at a time; a page of very large rows ends earlier. */
export const PAGE_BYTES_MAX = 56 * 1024 * 1024;

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
		write(rows, render, positionOf) {
			const items = writeFitting(rows.slice(0, limit), render);
			const last = rows[items.length - 1];
			const nextCursor =
				last !== undefined && rows.length > items.length
					? encodeCursor(secret, scope, positionOf(last))
					: "";
			return { items, nextCursor };
		},
	};
}

/** The texts of the first rows, as many as one answer can hold; of one in any case. */
export function writeFitting<Row>(
	rows: readonly Row[],
	render: (row: Row) => string,
): string[] {
	const items: string[] = [];
	let bytes = 0;
	for (const row of rows) {
		const item = render(row);
		bytes += Buffer.byteLength(item);
		if (bytes > PAGE_BYTES_MAX && items.length > 0) break;
		items.push(item);
	}
	return items;
}
