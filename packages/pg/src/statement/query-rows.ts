import type pg from "pg";
import type { Query } from "./statement.ts";
import { parserOf } from "./types.ts";

/**
 * The rows of a query over a plain connection of pg's: for what migrates, guards and counts. It runs seldom, so its
 * columns are compared with the row type each time.
 *
 * @throws Error that names the columns that the result lacks
 */
export async function queryRows<T>(
	connection: Pick<pg.ClientBase, "query">,
	{ text, values = [], row }: Omit<Query<T>, "name">,
): Promise<T[]> {
	const { fields, rows } = await connection.query({
		text,
		values: [...values],
		types: { getTypeParser: parserOf },
	});
	const names = new Set(fields.map(({ name }) => name));
	const missing = Object.keys(row.columns).filter((name) => !names.has(name));
	if (missing.length > 0) {
		throw new Error(`no columns ${missing.join(", ")} in: ${text}`);
	}
	return rows.map((each) => row.from(each));
}
