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
	 * Writes the page of what was read; it ends early where it would have more than `PAGE_BYTES_MAX`.
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

/** The API promises that no page has more bytes than this. */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;
// The envelope of a list, whose cursor is its longest part.
const ENVELOPE_BYTES_MAX = 4 * 1024;
const SEPARATOR_BYTES = 1; // the comma

/**
 * A subquery with the rows of another one up to `PAGE_BYTES_MAX` and one row behind it, so that no more is read than a
 * page can hold. Their columns are in `name`. Where the transaction has a lower `app.page_bytes_max`, that counts:
 * lookups that share a round trip (`packages/pg/src/batch/look-up.ts`) have one.
 *
 * @param rows `select …` of all that is in the page if its bytes allow.
 * @param bytes the expression of a row's size, by the name `r`; at most what its JSON will have.
 * @param order of the page, by the name `r`.
 */
export function selectFitting(
	rows: string,
	bytes: string,
	order: string,
	name: string,
): string {
	return `(select *
     from (select r.*, sum(${bytes}) over (order by ${order} rows between unbounded preceding and 1 preceding) as bytes_before
             from (${rows}) r) r
    where bytes_before is null or bytes_before < (select coalesce(nullif(current_setting('app.page_bytes_max', true), '')::int, ${PAGE_BYTES_MAX}))) ${name}`;
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

/** The texts of the first rows, as many as `bytesMax` bytes of a list can hold; of one in any case. */
export function writeFitting<Row>(
	rows: readonly Row[],
	render: (row: Row) => string,
	bytesMax = PAGE_BYTES_MAX - ENVELOPE_BYTES_MAX,
): string[] {
	const items: string[] = [];
	let bytes = 0;
	for (const row of rows) {
		const item = render(row);
		bytes += Buffer.byteLength(item) + SEPARATOR_BYTES;
		if (bytes > bytesMax && items.length > 0) break;
		items.push(item);
	}
	return items;
}
