import { readdirSync } from "node:fs";
import type { Pool } from "../connection/pool.ts";
import { queryRows } from "../statement/query-rows.ts";
import { integer, nullable, rowType, text } from "../statement/row-type.ts";
import { databaseUnusable } from "./database-unusable.ts";
import type { Migration } from "./migrate.ts";

// What jobs are queued with is made by `migrate`, not by a numbered file.
const ENQUEUE = "enqueue(text, json, timestamptz, text, int)";

/**
 * Refuses to start on a schema that is older than the service. In a rollout pods of the new version start while the
 * migrations may still run; those of the old version serve until one of the new is ready.
 *
 * @throws Error that names what is missing, or says why the database cannot be used
 */
export async function assertMigrated(
	pool: Pool,
	{ dir, schema, queues = [] }: Migration,
): Promise<void> {
	const newest = newestMigration(dir);
	const rows = await queryRows(pool, {
		text: `select obj_description(to_regnamespace($1), 'pg_namespace') as reached,
			        (select count(to_regprocedure(enqueue)) from unnest($2::text[]) as enqueue)::int as queues`,
		values: [schema, queues.map((queue) => `${queue}.${ENQUEUE}`)],
		row: rowType({ reached: nullable(text), queues: integer }),
	}).catch((err) => {
		throw databaseUnusable(err);
	});
	const { reached, queues: migrated } = rows[0]!;
	if ((reached ?? "") < newest || migrated < queues.length) {
		throw new Error(
			`The schema ${schema} is not migrated to ${newest}. Run the migrations.`,
		);
	}
}

function newestMigration(dir: string): string {
	const names = readdirSync(dir).filter((name) => /^\d+_.*\.sql$/.test(name));
	return names
		.sort()
		.at(-1)!
		.replace(/\.sql$/, "");
}
