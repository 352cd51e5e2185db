import { rmSync } from "node:fs";

/**
 * Removes the folder when this process ends, and ends it when it is told to or when whoever started it has died. Its
 * children end with it (`withUs`), PostgreSQL by its own watcher.
 */
export function leaveNothing(folder: string): void {
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.once(signal, () => process.exit(1));
	}
	// scripts/run.mjs was killed: its channel says so. Listening for that must not keep us running.
	process.once("disconnect", () => process.exit(1));
	if (process.listenerCount("message") === 0) process.channel?.unref();
}
