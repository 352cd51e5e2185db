import { createReadStream } from "node:fs";
import {
	chown,
	mkdir,
	open,
	readdir,
	rename,
	rm,
	rmdir,
} from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import {
	chooseServerUser,
	type ServerUser,
} from "@supportdesk/pg-server/server-user.ts";
import { extract, type Header } from "tar-stream";
import { z } from "zod";
import { StartError } from "../start-error.ts";
import { draftName, removeOrphanedDrafts } from "./drafts.ts";
import { CLUSTER, FORMAT, MANIFEST } from "./layout.ts";

const Manifest = z.object({ format: z.literal(FORMAT) });
const POSTGRES = "postgres";
const DRAFT = "restoring";
const INCOMPLETE = "the file is damaged or incomplete";

/**
 * Creates a data folder from a file of `backUp`. The draft is a folder within it, because an existing data folder may
 * be a separate disk or the only place where this user may write.
 *
 * @param processId this process's id, by which other processes detect an abandoned draft
 * @throws StartError with a sentence for the operator
 */
export async function restore(
	file: string,
	dataDir: string,
	processId: number,
	onProgress: (doneBytes: number) => void,
): Promise<void> {
	const draft = join(dataDir, draftName(DRAFT, processId));
	let isNew = false;
	try {
		isNew = Boolean(await mkdir(dataDir, { recursive: true, mode: 0o700 }));
		await refuseData(dataDir, processId);
		await rm(draft, { recursive: true, force: true });
		await mkdir(join(draft, CLUSTER), { recursive: true, mode: 0o700 });
		await refuseData(dataDir, processId); // two concurrent restores see each other's drafts now
		await unpack(file, draft, onProgress);
		await refuseData(dataDir, processId);
		await moveToDataFolder(draft, dataDir);
	} catch (err) {
		await rm(draft, { recursive: true, force: true }).catch(() => {}); // the first error is reported
		if (isNew) await rmdir(dataDir).catch(() => {}); // unless another process uses it
		throw err instanceof StartError
			? err
			: new StartError(`${file} was not restored: ${(err as Error).message}.`);
	}
}

async function refuseData(dataDir: string, processId: number): Promise<void> {
	const [other] = await removeOrphanedDrafts(dataDir, DRAFT, processId);
	if (other)
		throw new StartError(`Process ${other} is restoring to ${dataDir}.`);
	const own = draftName(DRAFT, processId);
	if ((await readdir(dataDir)).some((name) => name !== own))
		throw new StartError(
			`${dataDir} holds data already. Move it, or choose another folder with SUPPORTDESK_DATA.`,
		);
}

/** Moves the database last: its presence marks completion. */
async function moveToDataFolder(draft: string, dataDir: string): Promise<void> {
	const others = (await readdir(draft)).filter((name) => name !== POSTGRES);
	for (const name of [...others, POSTGRES])
		await rename(join(draft, name), join(dataDir, name));
	await rmdir(draft);
}

async function unpack(
	file: string,
	folder: string,
	onProgress: (doneBytes: number) => void,
): Promise<void> {
	// PostgreSQL's files belong to the server's user, which is never root.
	const owner = chooseServerUser(join(folder, POSTGRES));
	if (owner)
		for (const name of [POSTGRES, CLUSTER])
			await chown(join(folder, name), owner.uid, owner.gid);
	const entries = extract();
	const read = pipeline(createReadStream(file), createGunzip(), entries);
	read.catch(() => {}); // the loop below throws the same error
	let isOurs = false;
	let doneBytes = 0;
	for await (const entry of entries) {
		if (!isOurs) {
			if (entry.header.name !== MANIFEST)
				throw new StartError(`${file} is not a backup of Support Desk.`);
			checkManifest(file, await text(entry as unknown as Readable));
			isOurs = true;
			continue;
		}
		await unpackEntry(
			entry as unknown as Readable,
			entry.header,
			folder,
			owner,
		);
		doneBytes += entry.header.size ?? 0;
		onProgress(doneBytes);
	}
	await read;
	if (!isOurs) throw new StartError(`${file} is empty.`);
}

function checkManifest(file: string, json: string): void {
	if (!Manifest.safeParse(JSON.parse(json)).success)
		throw new StartError(
			`${file} was written by a newer Support Desk; restore it with that version.`,
		);
}

async function unpackEntry(
	content: Readable,
	{ name, type, mode = 0o600 }: Header,
	folder: string,
	owner: ServerUser | undefined,
): Promise<void> {
	const path = join(folder, name);
	if (
		normalize(name).startsWith("..") ||
		(type !== "file" && type !== "directory")
	)
		throw new StartError(
			`The backup contains ${name}, which a backup of Support Desk never contains.`,
		);
	if (type === "directory") {
		await mkdir(path, { recursive: true, mode });
		content.resume();
	} else {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		const file = await open(path, "w", mode);
		try {
			if (content.destroyed) throw new Error(INCOMPLETE); // a pipeline would wait forever
			await pipeline(content, file.createWriteStream());
		} finally {
			await file.close(); // or it may appear in a folder that is being removed
		}
	}
	if (owner && name.startsWith(`${POSTGRES}/`))
		await chown(path, owner.uid, owner.gid);
}
