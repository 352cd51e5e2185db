import { fileURLToPath } from "node:url";
import type { Migration } from "@supportdesk/pg/migrate.ts";

/** What brings the service's schema to the newest version. @param url a login that may create schemas and roles. */
export function migration(url: string): Migration {
	return {
		url,
		dir: fileURLToPath(new URL("../migrations", import.meta.url)),
		schema: "events",
	};
}
