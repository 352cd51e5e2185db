import { migration as eventsMigration } from "@supportdesk/events/migration.ts";
import { migration as gatewayMigration } from "@supportdesk/gateway/migration.ts";
import { migration as knowledgeMigration } from "@supportdesk/knowledge/migration.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import { migration as ticketsMigration } from "@supportdesk/tickets/migration.ts";

const MIGRATIONS = [
	gatewayMigration,
	ticketsMigration,
	knowledgeMigration,
	eventsMigration,
];

/** The schemas of the services. */
export const SCHEMAS = MIGRATIONS.map((migration) => migration("").schema);

/** Migrates every service's schema to the newest version. */
export async function migrateAll(url: string, log: Logger): Promise<void> {
	for (const migration of MIGRATIONS) await migrate(migration(url), log);
}
