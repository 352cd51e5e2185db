import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { extract, type Pack, pack } from "tar-stream";
import { z } from "zod";
import { StartError } from "../start-error.ts";
import { baseBackup } from "./base-backup.ts";
import { draftName, removeOrphanedDrafts } from "./drafts.ts";
import { CLUSTER, FORMAT, MANIFEST, OUTBOX, SMALL_FILES } from "./layout.ts";

// Versions before the separate logins wrote the superuser's address as database_url.
const Running = z.object({
	database_url: z.url(),
	backup_url: z.url().nullable().optional(),
});

/**
 * Writes the data folder of the running installation to one file, a gzipped tar archive, while the installation
 * continues to serve. It contains every write that was acknowledged before. Only the owner may read it: it has the
 * folder's secrets.
 *
 * @param processId this process's id, by which other processes detect an abandoned draft
 * @throws StartError with a sentence for the operator
 */
export async function backUp(
	dataDir: string,
	file: string,
	processId: number,
	onProgress: (doneBytes: number) => void,
): Promise<void> {
	if (existsSync(file)) throw new StartError(`${file} exists already.`);
	const url = runningDatabase(dataDir);
	const [folder, partPrefix] = [dirname(file), `${basename(file)}.part`];
	const part = join(folder, draftName(partPrefix, processId));
	try {
		await removeOrphanedDrafts(folder, partPrefix, processId);
		await writeArchive(dataDir, url, part, onProgress);
		await rename(part, file);
	} catch (err) {
		await rm(part, { force: true });
		// A killed installation leaves the file with its database's address.
		if ((err as NodeJS.ErrnoException).code === "ECONNREFUSED")
			throw notRunning(dataDir);
		throw err instanceof StartError
			? err
			: new StartError(`The backup failed: ${(err as Error).message}.`);
	}
}

function notRunning(dataDir: string): StartError {
	return new StartError(
		`No Support Desk is running on ${dataDir}. Start it first; or copy the folder while no process uses it.`,
	);
}

function runningDatabase(dataDir: string): string {
	const running = join(dataDir, "standalone.json");
	if (!existsSync(running)) throw notRunning(dataDir);
	const { database_url, backup_url = database_url } = readRunning(running);
	// A folder whose installation has moved to another server still has the embedded one's files.
	if (backup_url === null || !existsSync(join(dataDir, CLUSTER)))
		throw new StartError(
			"This Support Desk uses your own PostgreSQL: back that up, with pg_dump for example (deploy/README.md).",
		);
	return backup_url;
}

function readRunning(path: string): z.infer<typeof Running> {
	try {
		return Running.parse(JSON.parse(readFileSync(path, "utf8")));
	} catch {
		throw new StartError(
			`${path} is damaged: restart Support Desk, which writes it again.`,
		);
	}
}

async function writeArchive(
	dataDir: string,
	url: string,
	path: string,
	onProgress: (doneBytes: number) => void,
): Promise<void> {
	const tar = pack();
	const written = pipeline(
		tar,
		createGzip({ level: 1 }), // as fast as a disk; higher levels save a tenth of the size
		createWriteStream(path, { mode: 0o600, flush: true }),
	);
	const filled = fill(tar, dataDir, url, onProgress).catch((err) => {
		tar.destroy(err);
		throw err;
	});
	await Promise.all([written, filled]);
}

async function fill(
	tar: Pack,
	dataDir: string,
	url: string,
	onProgress: (doneBytes: number) => void,
): Promise<void> {
	tar.entry({ name: MANIFEST }, JSON.stringify({ format: FORMAT }));
	const { archive, close } = await baseBackup(url, onProgress);
	try {
		const files = extract();
		const read = pipeline(archive, files);
		read.catch(() => {}); // the loop reports the error if it ends first
		for await (const entry of files) {
			const { name, size, mode, type, mtime } = entry.header;
			const copy = { name: `${CLUSTER}/${name}`, size, mode, type, mtime };
			await pipeline(entry, tar.entry(copy));
		}
		await read;
	} finally {
		await close();
	}
	// After the database, so that every mail it records as sent is included.
	for (const name of await smallFiles(dataDir)) {
		const file = await openIfThere(join(dataDir, name));
		if (!file) continue;
		const { size } = await file.stat();
		const entry = tar.entry({ name, mode: 0o600, size });
		await pipeline(file.createReadStream(), entry);
	}
	tar.finalize();
}

/** Undefined for a mail that was erased since the folder was read. */
async function openIfThere(path: string): Promise<FileHandle | undefined> {
	try {
		return await open(path);
	} catch (err) {
		if ((err as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw err;
	}
}

async function smallFiles(dataDir: string): Promise<string[]> {
	const mails = await readdir(join(dataDir, OUTBOX)).catch(() => []);
	return [
		...SMALL_FILES.filter((name) => existsSync(join(dataDir, name))),
		...mails
			.filter((name) => name.endsWith(".eml"))
			.map((name) => `${OUTBOX}/${name}`),
	];
}
