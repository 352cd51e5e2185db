import { type ColumnType, text } from "./row-type.ts";

const SEPARATOR = "\x1f";

type Part = readonly [sql: string, ColumnType<unknown>];

/** Each part as PostgreSQL prints it; null is empty. */
type Texts<P extends readonly Part[]> = {
	readonly [K in keyof P]: P[K][1] extends ColumnType<infer T>
		? T extends string
			? T
			: string
		: never;
};

/** Several columns that come as one. */
export interface Packed<P extends readonly Part[]> {
	readonly sql: string;
	readonly column: ColumnType<string>;
	split(packed: string): Texts<P>;
}

/**
 * Columns that come as one text: each column of a result costs more than what it holds. For values that cannot hold a
 * control character: ids, enumerations, numbers, JSON, times.
 *
 * @param from what the expressions are selected from, for the test that compares their types.
 */
export function packed<const P extends readonly Part[]>(
	from: string,
	parts: P,
): Packed<P> {
	return {
		sql: `concat(${parts.map(([sql]) => sql).join(", E'\\x1f', ")})`,
		column: { ...text, parts: { from, columns: parts } },
		split: (value) => value.split(SEPARATOR) as unknown as Texts<P>,
	};
}
