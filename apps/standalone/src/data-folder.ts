import { randomBytes } from "node:crypto";
import {
	accessSync,
	constants,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { noSpace } from "@supportdesk/pg-server/data-folder.ts";
import { z } from "zod";
import { StartError } from "./start-error.ts";

const Secret = z.string().min(32);

export interface DataFolder {
	readonly postgres: string;
	readonly outbox: string;
	readonly log: string;
	readonly demo: string;
	/** Exists when the demo workspace has all its articles and tickets. */
	readonly demoFilled: string;
	/** The addresses of the database and the console for programs on this machine while the installation runs. */
	readonly running: string;
	/** Signs cursors; stored, so that earlier cursors remain valid. */
	readonly cursorSecret: string;
	/** The secrets of webhooks are derived from it; another key would change all of them. */
	readonly secretsKey: string;
	/** What the operator should repair. */
	readonly warnings: readonly string[];
}

/**
 * Creates the installation's folder, or opens an existing one.
 *
 * @throws StartError if it cannot be used
 */
export function openDataFolder(dir: string): DataFolder {
	try {
		mkdirSync(dir, { recursive: true, mode: 0o700 });
		accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
		const postgres = join(dir, "postgres");
		const demo = join(dir, "demo.json");
		const isUsed = existsSync(demo) || existsSync(join(postgres, "cluster"));
		const warnings: string[] = [];
		const secret = (name: string, uses: string) => {
			const path = join(dir, name);
			if (isUsed && !existsSync(path))
				warnings.push(
					`The file ${path} was missing. The new one makes ${uses} invalid: if a backup has the earlier one, stop Support Desk, put it back, and start again.`,
				);
			return storedSecret(path, uses);
		};
		return {
			postgres,
			outbox: join(dir, "outbox"),
			log: join(dir, "supportdesk.log"),
			demo,
			demoFilled: join(dir, "demo-filled"),
			running: join(dir, "standalone.json"),
			cursorSecret: secret("cursor-secret", "the cursors of lists"),
			secretsKey: secret(
				"secrets-key",
				"the secrets of webhooks, the accounts of mailboxes and the second factors of agents",
			),
			warnings,
		};
	} catch (err) {
		if (err instanceof StartError) throw err;
		const { code, message, path } = err as NodeJS.ErrnoException;
		if (code === "EEXIST" || code === "ENOTDIR")
			throw new StartError(`The data folder ${dir} is not a folder.`);
		if (code === "EACCES" || code === "EPERM" || code === "EROFS")
			throw new StartError(
				path === undefined || path === dir
					? `The data folder ${dir} cannot be written by this user (${code}).`
					: `The file ${path} of the data folder cannot be read or written by this user (${code}).`,
			);
		if (code === "ENOSPC") throw new StartError(noSpace(dir).message);
		throw new StartError(`The data folder ${dir} cannot be used: ${message}.`);
	}
}

/** Writes the addresses of the running installation's database and console for programs on this machine. */
export function writeRunning(
	folder: DataFolder,
	database: { readonly ownerUrl: string; readonly backupUrl: string | null },
	consoleUrl: string,
): void {
	writePrivate(folder.running, {
		database_url: database.ownerUrl,
		backup_url: database.backupUrl,
		console_url: consoleUrl,
	});
}

/** Writes a file atomically, readable only by its owner. */
export function writePrivate(path: string, content: unknown): void {
	const draft = `${path}.new`;
	rmSync(draft, { force: true });
	writeFileSync(draft, `${JSON.stringify(content, null, "\t")}\n`, {
		mode: 0o600,
		flush: true, // or a power failure leaves the name without the content
	});
	renameSync(draft, path);
}

/** @param uses what another secret makes invalid */
function storedSecret(path: string, uses: string): string {
	if (!existsSync(path)) writePrivate(path, randomBytes(32).toString("hex"));
	try {
		return Secret.parse(JSON.parse(readFileSync(path, "utf8")));
	} catch (err) {
		if ((err as NodeJS.ErrnoException).code) throw err;
		throw new StartError(
			`The file ${path} is damaged: take it from a backup. Without one remove it, which makes ${uses} invalid.`,
		);
	}
}
