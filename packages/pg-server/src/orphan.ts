import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { folderFiles } from "./data-folder.ts";
import { isAlive } from "./is-alive.ts";
import { PostgresStartError } from "./postgres-start-error.ts";
import { readIfExists } from "./read-if-exists.ts";

// A server whose owner was killed ends by itself, usually within a second.
const ORPHAN_GRACE_MS = 3_000;
const ORPHAN_TIMEOUT_MS = 15_000;
const POLL_MS = 50;

/**
 * Handles a locked folder. A running owner means that the product already uses the folder. A killed owner (kill -9) has
 * left a server that is ending; after `ORPHAN_GRACE_MS` this function ends it. Returns after a short delay: retry.
 *
 * @param wasOurs true when this process's server has ended: its children hold the lock until they have ended too
 * @throws PostgresStartError if the folder is in use
 */
export async function endOrphan(
	dataDir: string,
	waitedMs: number,
	wasOurs: boolean,
): Promise<void> {
	const owner = readPid(folderFiles(dataDir).lock);
	const isOurs = wasOurs && owner === process.pid;
	if (owner !== undefined && !isOurs && isAlive(owner)) {
		throw new PostgresStartError(
			`The data folder ${dataDir} is in use by process ${owner}; stop it, or choose another folder.`,
		);
	}
	if (waitedMs > ORPHAN_TIMEOUT_MS) {
		throw new PostgresStartError(
			`The data folder ${dataDir} is in use by another machine or container, or by a server that does not end.`,
		);
	}
	const server = readPid(folderFiles(dataDir).pid);
	if (server && waitedMs > ORPHAN_GRACE_MS && isServerOf(server, dataDir))
		process.kill(server, "SIGINT");
	await sleep(POLL_MS);
}

function readPid(path: string): number | undefined {
	const pid = Number.parseInt(readIfExists(path) ?? "", 10);
	return Number.isNaN(pid) ? undefined : pid;
}

/** A process id alone is ambiguous (another container's, or a reused one): the command line names the folder. */
function isServerOf(pid: number, dataDir: string): boolean {
	try {
		const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
		return command.includes(folderFiles(dataDir).cluster);
	} catch {
		return false;
	}
}
