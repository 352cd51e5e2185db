// `npm run schema` writes the schema that the migrations create to schema.sql, for reviews and for CI to compare. The
// embedded server has no pg_dump, and pg_dump's output changes with its version.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLogger } from "../packages/logger/src/logger.ts";
import { describeSchema } from "../packages/pg/src/migrate/describe-schema.ts";
import { type Migration, migrate } from "../packages/pg/src/migrate/migrate.ts";
import { startTestPostgres } from "../packages/testkit/src/postgres.ts";

const APPS = ["gateway", "tickets", "knowledge", "events"];

const log = createLogger({ name: "schema", level: "warn" });
const postgres = await startTestPostgres("");
try {
	for (const app of APPS) {
		const source = join(import.meta.dirname, `../apps/${app}/src/migration.ts`);
		const { migration } = (await import(source)) as {
			migration: (url: string) => Migration;
		};
		const own = migration(postgres.env.DATABASE_URL);
		await migrate(own, log);
		const file = join(own.dir, "schema.sql");
		writeFileSync(file, await describeSchema(own.url, own.schema));
	}
} finally {
	await postgres.stop();
}
