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

/** What a statement answered: its rows, and how many rows it read or changed. */
export interface Result<Row> {
	readonly rows: Row[];
	readonly count: number;
}

/** Anything statements can be sent to. Store functions take one as their first parameter. */
export interface Db {
	/** Runs one statement and answers its rows. */
	query<Row>(statement: Statement): Promise<Result<Row>>;
}
