import { readdirSync } from "node:fs";
import type { Pool } from "../connection/pool.ts";
import { queryRows } from "../statement/query-rows.ts";
import { integer, nullable, rowType, text } from "../statement/row-type.ts";
import { databaseUnusable } from "./database-unusable.ts";
import type { Migration } from "./migrate.ts";

// What jobs are queued with is made by `migrate`, not by a numbered file.
const ENQUEUE = "enqueue(text, json, timestamptz, text, int)";

/**
 * Refuses to start on a schema that lacks a migration of the service: also one with a lower number than others that it
 * has, because migrations are not merged in the order of their numbers. In a rollout pods of the new version start while
 * the migrations may still run; those of the old version serve until one of the new is ready.
 *
 * @throws Error that names what is missing, or says why the database cannot be used
 */
export async function assertMigrated(
	pool: Pool,
	{ dir, schema, queues = [] }: Migration,
): Promise<void> {
	const rows = await queryRows(pool, {
		text: `select (select col_description(attrelid, attnum)
			          from pg_attribute
			         where attrelid = to_regclass($1 || '.migrations')
			           and attname = 'name') as applied,
			        (select count(to_regprocedure(enqueue)) from unnest($2::text[]) as enqueue)::int as queues`,
		values: [schema, queues.map((queue) => `${queue}.${ENQUEUE}`)],
		row: rowType({ applied: nullable(text), queues: integer }),
	}).catch((err) => {
		throw databaseUnusable(err);
	});
	const { applied, queues: migrated } = rows[0]!;
	const known = new Set(applied?.split(" "));
	const missing = migrationNames(dir).filter((name) => !known.has(name));
	if (missing.length > 0 || migrated < queues.length) {
		throw new Error(
			`The schema ${schema} is not migrated to ${missing.at(-1) ?? "this version's queues"}. Run the migrations.`,
		);
	}
}

function migrationNames(dir: string): string[] {
	return readdirSync(dir)
		.filter((name) => /^\d+_.*\.sql$/.test(name))
		.map((name) => name.replace(/\.sql$/, ""))
		.sort();
}
