import { rmSync } from "node:fs";
import type { PostgresProcess } from "./postgres-process.ts";

const RETRIES = 20;
const RETRY_MS = 100;

/**
 * Ends this process on a signal or when its parent has died, and removes the folder when it ends. Its children end with
 * it (`endWithParent`); PostgreSQL, which has its files in the folder, is ended first.
 */
export function cleanUpOnExit(folder: string, postgres: PostgresProcess): void {
	process.once("exit", () => {
		try {
			process.kill(postgres.pid(), "SIGQUIT");
		} catch {
			// It has already shut down.
		}
		rmSync(folder, {
			recursive: true,
			force: true,
			maxRetries: RETRIES,
			retryDelay: RETRY_MS,
		});
	});
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.once(signal, () => process.exit(1));
	}
	// The channel closes when scripts/run.mjs is killed. Listening to it must not keep this process running.
	process.once("disconnect", () => process.exit(1));
	if (process.listenerCount("message") === 0) process.channel?.unref();
}
