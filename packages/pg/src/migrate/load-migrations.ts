import { readFile } from "node:fs/promises";
import type { MigrationBuilder, runner } from "node-pg-migrate";
import { LOCK_TIMEOUT_MS } from "./retry-locked.ts";

type Strategies = NonNullable<
	Parameters<typeof runner>[0]["migrationLoaderStrategies"]
>;

const OUTSIDE = /^-- Outside of a transaction\b/;
const END_OF_STATEMENT = /;[ \t]*(?:\n|$)/;

/**
 * Reads migrations. A file is one transaction, unless its first line says `-- Outside of a transaction.`: its statements
 * then run one after the other, and each of them can be repeated, because a migration that fails is begun again. That is
 * how an index of a large table is built `concurrently`: nothing waits for it, so it waits for others as long as it takes.
 */
export const SQL_MIGRATIONS: Strategies[number] = {
	extensions: [".sql"],
	loader: (filePaths: string[]) =>
		Promise.all(
			filePaths.map(async (filePath) => {
				const text = await readFile(filePath, "utf8");
				return {
					id: filePath,
					filePaths: [filePath],
					actions: { up: stepsOf(text), down: false as const },
				};
			}),
		),
};

function stepsOf(text: string): (pgm: MigrationBuilder) => void {
	if (!OUTSIDE.test(text)) return (pgm) => pgm.sql(text);
	const statements = text
		.split(END_OF_STATEMENT)
		.filter((statement) => statement.trim() !== "");
	return (pgm) => {
		pgm.noTransaction();
		pgm.sql("set lock_timeout = 0");
		for (const statement of statements) pgm.sql(statement);
		pgm.sql(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
	};
}
