import { createLogger, LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import { loadSettings } from "@supportdesk/settings/settings.ts";
import { z } from "zod";
import { migration } from "./migration.ts";

const Env = z.object({
	DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
	LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});

const { DATABASE_URL, LOG_LEVEL } = loadSettings(process, (env) =>
	Env.parse(env),
);
const log = createLogger({ name: "knowledge-migrate", level: LOG_LEVEL });
await migrate(migration(DATABASE_URL), log);
log.flush();
