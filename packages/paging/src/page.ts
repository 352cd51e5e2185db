import { setTimeout as sleep } from "node:timers/promises";
import {
	type CursorScope,
	decodeCursor,
	encodeCursor,
	type Position,
} from "./cursor.ts";

/** One list of one workspace, read page by page. */
export interface Walk {
	/** Where the page begins; undefined for the first one. */
	readonly position: Position | undefined;
	/**
	 * Renders the page; it ends early before it would exceed `PAGE_BYTES_MAX`.
	 *
	 * @param rows at least one row more than the page holds, if there are more.
	 * @param positionOf a row's position in the list.
	 * @returns the texts of the page's rows, and the cursor of the next page; empty on the last one.
	 */
	write<Row>(
		rows: readonly Row[],
		render: (row: Row) => string,
		positionOf: (row: Row) => Position,
	): Promise<{
		readonly items: readonly string[];
		readonly nextCursor: string;
	}>;
	/** The cursor of a position in the list. */
	cursorOf(position: Position): string;
}

/** The API promises that no page has more bytes than this. */
export const PAGE_BYTES_MAX = 8 * 1024 * 1024;
// The envelope of a list, whose cursor is its longest part.
const ENVELOPE_BYTES_MAX = 4 * 1024;
const SEPARATOR_BYTES = 1; // the comma
// Rendering a page of 8 MiB takes some 50 ms of a processor. This much takes 2, and other requests have the rest between.
const TURN_CHARACTERS = 128 * 1024;
const REST_MS = 4;
const UTF8_BYTES_MAX = 3; // of a UTF-16 code unit; counting bytes costs as much as rendering

/**
 * A subquery for the first rows of another one, up to `PAGE_BYTES_MAX` and one row more, so that PostgreSQL reads no
 * more than a page can hold. Its alias is `name`. A lower `app.page_bytes_max` of the
 * transaction has precedence: lookups that share a round trip (`packages/pg/src/batch/lookup.ts`) set one.
 *
 * @param rows `select …` of the page's rows before the limit on bytes.
 * @param bytes expression of a row's size, with the row named `r`; at most the size of its JSON.
 * @param order the page's order, with the row named `r`.
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
 * @param cursor the cursor of the page before; empty to begin.
 * @throws AppError `invalid_cursor`
 */
export function startWalk(
	secret: string,
	scope: CursorScope,
	limit: number,
	cursor: string,
): Walk {
	const cursorOf = (position: Position) =>
		encodeCursor(secret, scope, position);
	return {
		position: cursor === "" ? undefined : decodeCursor(secret, scope, cursor),
		cursorOf,
		async write(rows, render, positionOf) {
			const items = await writeFitting(rows.slice(0, limit), render);
			const last = rows[items.length - 1];
			const nextCursor =
				last !== undefined && rows.length > items.length
					? cursorOf(positionOf(last))
					: "";
			return { items, nextCursor };
		},
	};
}

/** Renders as many of the first rows as fit into `bytesMax` bytes of a list, but at least one; a large page slowly. */
export async function writeFitting<Row>(
	rows: readonly Row[],
	render: (row: Row) => string,
	bytesMax = PAGE_BYTES_MAX - ENVELOPE_BYTES_MAX,
): Promise<string[]> {
	const items: string[] = [];
	let turnCharacters = 0;
	let bytes = 0;
	let counted = 0;
	let bytesAtMost = 0;
	for (const row of rows) {
		const item = render(row);
		items.push(item);
		turnCharacters += item.length;
		if (turnCharacters > TURN_CHARACTERS) {
			turnCharacters = 0;
			await sleep(REST_MS);
		}
		bytesAtMost += item.length * UTF8_BYTES_MAX + SEPARATOR_BYTES;
		if (bytesAtMost <= bytesMax) continue;
		for (; counted < items.length; counted += 1) {
			bytes += Buffer.byteLength(items[counted]!) + SEPARATOR_BYTES;
		}
		if (bytes > bytesMax && items.length > 1) return items.slice(0, -1);
		bytesAtMost = bytes;
	}
	return items;
}
