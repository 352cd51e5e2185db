import { readdirSync } from "node:fs";
import pg from "pg";
import { connectionWith } from "../connection/connection.ts";
import type { Columns, ColumnType } from "./row-type.ts";
import { type Db, type Query, readRows, type Statement } from "./statement.ts";

/** Several statements behind one name, such as a batched write. */
interface StatementSource {
	readonly statement: (...args: never[]) => Statement;
}

type IsSource<F> = F extends StatementSource
	? true
	: F extends (...args: never[]) => infer R
		? R extends Statement | readonly Statement[] | Promise<unknown>
			? true
			: false
		: false;

type ArgumentsOf<F> = F extends StatementSource
	? Parameters<F["statement"]>
	: F extends (db: infer D, ...rest: infer Rest) => Promise<unknown>
		? D extends Db
			? Rest
			: never
		: F extends (...args: infer Args) => unknown
			? Args
			: never;

/**
 * Arguments to call the functions of a file in `store/` with: for each one that makes a statement at least one list,
 * and one more for every other text that it may make. A function without one does not compile.
 */
export type Samples<Module> = {
	readonly [K in keyof Module as IsSource<Module[K]> extends true
		? K
		: never]: readonly [
		Readonly<ArgumentsOf<Module[K]>>,
		...Readonly<ArgumentsOf<Module[K]>>[],
	];
};

const NAME_LENGTH_MAX = 63;

// Row-level security lets only expressions into an index's condition that PostgreSQL knows to leak no row; it does not
// know that of coalesce: the join would read all rows of the workspace. `case when a is null then b else a end` is known.
const UNINDEXED_JOIN = /\bjoin\b[^\n]*\bon\b[^\n]*= coalesce\(/;

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * Runs every statement of a service's store on a migrated database and compares the columns that PostgreSQL returns
 * with the row type that the statement carries. Each runs in a transaction that is rolled back, without foreign keys.
 *
 * @param url a superuser's address.
 * @param samples of each file of the folder, by its name.
 * @returns what differs; nothing when all is well.
 */
export async function checkStore(
	url: string,
	schema: string,
	folder: URL,
	samples: Readonly<Record<string, object>>,
): Promise<string[]> {
	const client = new pg.Client(connectionWith(url, { search_path: schema }));
	await client.connect();
	const found: string[] = [];
	const textOf = new Map<string, string>();
	const check = async (statement: Statement) => {
		const problems = await runAndCompare(client, statement).catch(
			(err: Error) => [err.message],
		);
		// A connection has prepared one text for a name, and refuses any other.
		if (statement.name) {
			const known = textOf.get(statement.name) ?? statement.text;
			textOf.set(statement.name, known);
			if (known !== statement.text) problems.push("a name of two statements");
		}
		const name = statement.name ?? statement.text.slice(0, NAME_LENGTH_MAX);
		found.push(...problems.map((problem) => `${name}: ${problem}`));
		return readRows(statement, { rows: [], count: 0 });
	};
	const db: Db = { query: (statement: Statement) => check(statement) as never };
	try {
		for (const file of readdirSync(folder).filter(isSource)) {
			const module = await import(new URL(file, folder).href);
			const ofFile = samples[file];
			if (!ofFile) found.push(`${file}: no samples`);
			for (const [name, lists] of Object.entries(ofFile ?? {})) {
				for (const args of lists as unknown[][]) {
					await callWith(module[name], args, db, check);
				}
			}
		}
	} finally {
		await client.end();
	}
	return found;
}

const isSource = (file: string) =>
	file.endsWith(".ts") && !file.endsWith(".test.ts");

/** A function that takes a Db runs its statements itself. */
async function callWith(
	source: AnyFunction | { readonly statement: AnyFunction },
	args: readonly unknown[],
	db: Db,
	check: (statement: Statement) => Promise<unknown>,
): Promise<void> {
	const make = typeof source === "function" ? source : source.statement;
	if (isAsync(make)) await make(db, ...args);
	else {
		for (const statement of [make(...args) as Statement].flat()) {
			await check(statement);
		}
	}
}

const isAsync = (make: AnyFunction) =>
	make.constructor.name === "AsyncFunction";

interface Returned {
	readonly name: string;
	readonly type: string;
	/** Whether it comes from a column of a table that may be null; false for expressions, of which nothing is known. */
	readonly nullable: boolean;
}

async function runAndCompare(
	client: pg.Client,
	statement: Statement,
): Promise<string[]> {
	await client.query("begin; set local session_replication_role = replica");
	try {
		const { fields } = await client.query({
			text: statement.text,
			values: [...(statement.values ?? [])],
			rowMode: "array",
		});
		const problems = UNINDEXED_JOIN.test(statement.text)
			? ["a join on coalesce() uses no index behind row-level security"]
			: [];
		const { row } = statement as Partial<Query<unknown>>;
		if (!row) return problems; // no type lets its rows be read
		const returned = await describe(client, fields);
		problems.push(...differences(row.columns, returned));
		for (const { parts } of Object.values(row.columns)) {
			if (parts) problems.push(...(await comparePacked(client, parts)));
		}
		return problems;
	} finally {
		await client.query("rollback");
	}
}

/** What PostgreSQL says of the columns of a result. Those of no type are calls of functions that return nothing. */
async function describe(
	client: pg.Client,
	fields: readonly pg.FieldDef[],
): Promise<Returned[]> {
	const { rows } = await client.query<Returned>(
		`select f.name, t.typname as type, coalesce(not a.attnotnull, false) as nullable
		   from unnest($1::text[], $2::oid[], $3::oid[], $4::int[]) with ordinality as f (name, type, "table", "column", place)
		   join pg_type t on t.oid = f.type
		   left join pg_attribute a on a.attrelid = f."table" and a.attnum = f."column"
		  where t.typname <> 'void'
		  order by place`,
		[
			fields.map(({ name }) => name),
			fields.map(({ dataTypeID }) => dataTypeID),
			fields.map(({ tableID }) => tableID),
			fields.map(({ columnID }) => columnID),
		],
	);
	return rows;
}

async function comparePacked(
	client: pg.Client,
	{ from, columns }: NonNullable<ColumnType<unknown>["parts"]>,
): Promise<string[]> {
	const named = columns.map(([sql], i) => `${sql} as part_${i}`);
	const { fields } = await client.query(
		`select ${named.join(", ")} from ${from} limit 0`,
	);
	const types = columns.map(([, type], i) => [`part_${i}`, type] as const);
	return differences(Object.fromEntries(types), await describe(client, fields));
}

function differences(
	columns: Columns,
	returned: readonly Returned[],
): string[] {
	const problems: string[] = [];
	const names = new Set(returned.map(({ name }) => name));
	if (names.size < returned.length) problems.push("two columns of one name");
	for (const name of Object.keys(columns)) {
		if (!names.has(name)) problems.push(`${name} is not returned`);
	}
	for (const { name, type, nullable } of returned) {
		const column = columns[name];
		if (!column) problems.push(`${name} is not in the row type`);
		else if (!column.types.includes(type)) {
			problems.push(`${name} is ${type}, not ${column.types.join(" or ")}`);
		} else if (nullable && !column.nullable) {
			problems.push(`${name} may be null`);
		}
	}
	return problems;
}
