import { z } from "zod";
import { databaseUrl } from "./kinds.ts";

/** Where the database of a service is. */
export const databaseSettings = {
	DATABASE_URL: databaseUrl,
	// PostgreSQL itself, where DATABASE_URL leads to a pooler in transaction mode.
	DATABASE_DIRECT_URL: databaseUrl.optional(),
	// False behind a pooler that does not keep prepared statements.
	DATABASE_PREPARE: z.stringbool().default(true),
};

/** The same as the pool's configuration. */
export function databaseAddress(settings: {
	readonly DATABASE_URL: string;
	readonly DATABASE_DIRECT_URL?: string | undefined;
	readonly DATABASE_PREPARE: boolean;
}) {
	return {
		url: settings.DATABASE_URL,
		directUrl: settings.DATABASE_DIRECT_URL,
		prepares: settings.DATABASE_PREPARE,
	} as const;
}
