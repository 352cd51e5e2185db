import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "@supportdesk/pg-server/is-alive.ts";

const NAME = /^supportdesk-[a-z-]+-(\d+)-\w{6}$/;

/**
 * Creates a folder in the temporary directory, named after this process, and removes the folders of killed processes.
 */
export function makeTempFolder(purpose: string): string {
	for (const name of readdirSync(tmpdir())) {
		const [, owner] = NAME.exec(name) ?? [];
		if (owner && !isAlive(Number(owner))) removeFolder(join(tmpdir(), name));
	}
	return mkdtempSync(join(tmpdir(), `supportdesk-${purpose}-${process.pid}-`));
}

/** Removes a folder, best effort: a server that is ending may still write into it. */
export function removeFolder(folder: string): void {
	try {
		rmSync(folder, {
			recursive: true,
			force: true,
			maxRetries: 20,
			retryDelay: 100,
		});
	} catch {
		// The next `makeTempFolder` removes it.
	}
}
