import { rmSync } from "node:fs";
import type { PostgresProcess } from "./postgres-process.ts";

const RETRIES = 20;
const RETRY_MS = 100;

/**
 * Removes the folder when this process ends, and ends it when it is told to or when whoever started it has died. Its
 * children end with it (`withUs`); PostgreSQL, which has its files in the folder, is ended before.
 */
export function leaveNothing(folder: string, postgres: PostgresProcess): void {
	process.once("exit", () => {
		try {
			process.kill(postgres.pid(), "SIGQUIT");
		} catch {
			// It has ended in order.
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
	// scripts/run.mjs was killed: its channel says so. Listening for that must not keep us running.
	process.once("disconnect", () => process.exit(1));
	if (process.listenerCount("message") === 0) process.channel?.unref();
}
