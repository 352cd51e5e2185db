// Creates the logins of the database that the product's own manifests start; a separate program because it needs the
// superuser, which the command line does not.
import { createLogger } from "@supportdesk/logger/logger.ts";
import { ensureLogins } from "@supportdesk/pg/ensure-logins.ts";
import { databaseUrl } from "@supportdesk/settings/kinds.ts";
import { given, loadSettings } from "@supportdesk/settings/settings.ts";
import { startOrExit } from "@supportdesk/settings/start-or-exit.ts";
import { z } from "zod";

const SCHEMAS = ["gateway", "tickets", "knowledge"];

const Env = z.object({
	/** The database URL of a superuser. */
	DATABASE_URL: databaseUrl,
	OWNER_PASSWORD: z.string(),
	SERVICES_PASSWORD: z.string(),
});

const { DATABASE_URL, OWNER_PASSWORD, SERVICES_PASSWORD } = loadSettings(
	process,
	(env) => Env.parse(given(env)),
);
const log = createLogger({ name: "logins", level: "info" });
await startOrExit(process, log, async () => {
	await ensureLogins(DATABASE_URL, SCHEMAS, {
		owner: OWNER_PASSWORD,
		services: SERVICES_PASSWORD,
	});
});
log.flush();
