declare const VALUE: unique symbol;

/** What a column holds: how PostgreSQL calls its type, and what a value of it is here. */
export interface ColumnType<T> {
	/** The names of the types in `pg_type` that are read in this way. */
	readonly types: readonly string[];
	readonly nullable: boolean;
	/** What a packed column is made of. */
	readonly parts?: Parts;
	readonly [VALUE]?: T;
}

interface Parts {
	/** What the expressions are selected from. */
	readonly from: string;
	readonly columns: readonly (readonly [sql: string, ColumnType<unknown>])[];
}

export type Columns = Readonly<Record<string, ColumnType<unknown>>>;

/** A row with these columns. */
export type Row<C extends Columns> = {
	readonly [K in keyof C]: C[K] extends ColumnType<infer T> ? T : never;
};

/** What the rows of a query are: their columns, and what is made of them. */
export interface RowType<T, C extends Columns = Columns> {
	/** Compared with what PostgreSQL says of the statement by the tests of each store. */
	readonly columns: C;
	from(row: Row<C>): T;
}

/** Rows that are used as they come. */
export function rowType<C extends Columns>(columns: C): RowType<Row<C>, C>;
/** Rows that become something of the domain. */
export function rowType<C extends Columns, T>(
	columns: C,
	from: (row: Row<C>) => T,
): RowType<T, C>;
export function rowType(
	columns: Columns,
	from: (row: Row<Columns>) => unknown = (row) => row,
): RowType<unknown> {
	return { columns, from };
}

const column = <T>(...types: string[]): ColumnType<T> => ({
	types,
	nullable: false,
});

export const text = column<string>("text", "varchar");
export const boolean = column<boolean>("bool");
/** Whole numbers. One of eight bytes is exact up to 2^53. */
export const integer = column<number>("int2", "int4", "int8");
export const real = column<number>("float4", "float8");
/** ISO 8601 in UTC with milliseconds. */
export const timestamp = column<string>("timestamptz");
/** JSON as text: most of it is written into a response unread. */
export const json = column<string>("json", "jsonb");
export const bytes = column<Buffer>("bytea");

/** An array without nulls. */
export function arrayOf<T>(type: ColumnType<T>): ColumnType<T[]> {
	return { types: type.types.map((name) => `_${name}`), nullable: false };
}

/** The same column where it may be null. */
export function nullable<T>(type: ColumnType<T>): ColumnType<T | null> {
	return { ...type, nullable: true } as ColumnType<T | null>;
}

/** A text that a check of its table limits to these values. */
export function oneOf<T extends string>(): ColumnType<T> {
	return text as ColumnType<string> as ColumnType<T>;
}
