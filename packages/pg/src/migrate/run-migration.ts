import { createLogger, LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import { databaseUrl } from "@supportdesk/settings/kinds.ts";
import { given, loadSettings } from "@supportdesk/settings/settings.ts";
import { startOrExit } from "@supportdesk/settings/start-or-exit.ts";
import { z } from "zod";
import { type Migration, migrate } from "./migrate.ts";

const Env = z.object({
	DATABASE_URL: databaseUrl,
	LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});

/**
 * What the `migrate.ts` of a service does: brings its schema to the newest version on the database that the environment
 * names.
 *
 * @param process the one to read the settings of, and to end when they cannot be, or the migrations fail
 */
export async function runMigration(
	process: Pick<NodeJS.Process, "env" | "exit">,
	migrationOf: (url: string) => Migration,
): Promise<void> {
	const { DATABASE_URL, LOG_LEVEL } = loadSettings(process, (env) =>
		Env.parse(given(env)),
	);
	const migration = migrationOf(DATABASE_URL);
	const log = createLogger({
		name: `${migration.schema}-migrate`,
		level: LOG_LEVEL,
	});
	await startOrExit(process, log, () => migrate(migration, log));
	log.flush();
}
