import { createLogger, LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import { z } from "zod";
import { migration } from "./migration.ts";

const { DATABASE_URL, LOG_LEVEL } = z
	.object({
		DATABASE_URL: z.url(),
		LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
	})
	.parse(process.env);
const log = createLogger({ name: "knowledge-migrate", level: LOG_LEVEL });
await migrate(migration(DATABASE_URL), log);
log.flush();
