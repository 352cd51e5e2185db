import type { RowType } from "./row-type.ts";

/** What a parameter of a statement may be. Times are ISO 8601 texts, JSON is text: nothing is converted twice. */
export type Value =
	| string
	| number
	| boolean
	| null
	| undefined
	| Buffer
	| readonly (string | number | null)[];

/** One SQL statement. Values travel as parameters only. */
export interface Statement {
	/** Prepared under this name once per connection. Give one to every statement that runs often. */
	readonly name?: string;
	readonly text: string;
	readonly values?: readonly Value[];
}

/** A statement whose rows are read, each of them as a T. */
export interface Query<T> extends Statement {
	readonly row: RowType<T>;
}

/** What a statement returned: its rows, and how many rows it read or changed. */
export interface Result<T> {
	readonly rows: T[];
	readonly count: number;
}

/** What a row of the statement becomes; never where rows are not read. */
export type RowOf<S> = S extends Query<infer T> ? T : never;

/** The results of several statements, in their order. */
export type ResultsOf<Statements extends readonly Statement[]> = {
	-readonly [K in keyof Statements]: Result<RowOf<Statements[K]>>;
};

/** The rows of several statements, in their order. */
export type RowsOf<Statements extends readonly Statement[]> = {
	-readonly [K in keyof Statements]: RowOf<Statements[K]>[];
};

/** Anything statements can be sent to. Store functions take one as their first parameter. */
export interface Db {
	/** Runs one statement and returns its rows. */
	query<T>(query: Query<T>): Promise<Result<T>>;
	/** Runs one statement whose rows are not read. */
	query(statement: Statement): Promise<Result<never>>;
}

/** The rows as PostgreSQL sent them, read as the statement says. */
export function readRows(
	statement: Statement,
	{ rows, count }: Result<Record<string, unknown>>,
): Result<unknown> {
	const { row } = statement as Partial<Query<unknown>>;
	return row
		? { rows: rows.map((each) => row.from(each)), count }
		: { rows, count };
}
