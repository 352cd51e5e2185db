import { createLogger } from "@supportdesk/logger/logger.ts";
import { loadConfig } from "../src/config.ts";

export const log = createLogger({ name: "test", level: "silent" });

/** Settings of a process on this database. */
export function configFor(url: string, env: Record<string, string> = {}) {
	return loadConfig({
		DATABASE_URL: url,
		INTERNAL_SECRET: "a secret that only tests know, long enough",
		CURSOR_SECRET: "another secret that only tests know, long",
		SECRETS_KEY: "a third secret that only tests know, long",
		TICKETS_URL: "127.0.0.1:1",
		KNOWLEDGE_URL: "127.0.0.1:1",
		...env,
	});
}
