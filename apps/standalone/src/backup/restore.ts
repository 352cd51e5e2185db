import { createReadStream, createWriteStream } from "node:fs";
import { chown, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
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
import { CLUSTER, FORMAT, MANIFEST } from "./layout.ts";

const Manifest = z.object({ format: z.literal(FORMAT) });
const POSTGRES = "postgres";

/**
 * Makes a data folder of what `backUp` wrote. The folder comes to be whole or not at all; what is on the way lies beside it.
 *
 * @throws StartError with a sentence for the person who asked for it
 */
export async function restore(
	file: string,
	dataDir: string,
	onProgress: (doneBytes: number) => void,
): Promise<void> {
	await refuseData(dataDir);
	const draft = `${dataDir}.restoring`;
	try {
		await rm(draft, { recursive: true, force: true });
		await mkdir(join(draft, CLUSTER), { recursive: true, mode: 0o700 });
		await unpack(file, draft, onProgress);
		await rmdir(dataDir).catch(() => {}); // empty, or not there
		await rename(draft, dataDir);
	} catch (err) {
		await rm(draft, { recursive: true, force: true });
		throw err instanceof StartError
			? err
			: new StartError(`${file} was not restored: ${(err as Error).message}.`);
	}
}

async function refuseData(dataDir: string): Promise<void> {
	const names = await readdir(dataDir).catch((err: NodeJS.ErrnoException) => {
		if (err.code === "ENOENT") return [];
		throw new StartError(`${dataDir} cannot be used: ${err.message}.`);
	});
	if (names.length > 0)
		throw new StartError(
			`${dataDir} holds data already. Move it away, or choose another folder with SUPPORTDESK_DATA.`,
		);
}

async function unpack(
	file: string,
	folder: string,
	onProgress: (doneBytes: number) => void,
): Promise<void> {
	// As PostgreSQL's own files belong to whoever runs the server, which is never root.
	const owner = chooseServerUser(join(folder, POSTGRES));
	if (owner)
		for (const name of [POSTGRES, CLUSTER])
			await chown(join(folder, name), owner.uid, owner.gid);
	const entries = extract();
	const read = pipeline(createReadStream(file), createGunzip(), entries);
	read.catch(() => {}); // the loop below throws the same
	let isOurs = false;
	let doneBytes = 0;
	for await (const entry of entries) {
		if (!isOurs) {
			if (entry.header.name !== MANIFEST)
				throw new StartError(`${file} is no backup of Support Desk.`);
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
			`The backup holds ${name}, which no backup of ours does.`,
		);
	if (type === "directory") {
		await mkdir(path, { recursive: true, mode });
		content.resume();
	} else {
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		await pipeline(content, createWriteStream(path, { mode }));
	}
	if (owner && name.startsWith(`${POSTGRES}/`))
		await chown(path, owner.uid, owner.gid);
}
