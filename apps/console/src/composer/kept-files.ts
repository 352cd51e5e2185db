import { type Sealed, seal, unseal } from "./seal.ts";
import { deleteRecord, readRecords, writeRecord } from "./text-store.ts";

/** A file that goes with a message that is not sent yet. */
export interface ChosenFile {
	/** In the order in which they were chosen. */
	readonly id: string;
	readonly file: File;
}

interface Head {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly lastModified: number;
}

const LENGTH_BYTES = 4;

/** Reads the files that were chosen before a reload, a crash or a sign-out. */
export async function readFiles(
	agentId: string,
	conversationId: string,
): Promise<ChosenFile[]> {
	const all = await readRecords<Sealed>(
		"texts",
		prefixOf(agentId, conversationId),
	);
	const opened = await Promise.all(all.map((each) => unseal(agentId, each)));
	return opened.filter((data) => data !== undefined).map(toFile);
}

/** @returns whether this browser stores it */
export async function keepFile(
	agentId: string,
	conversationId: string,
	{ id, file }: ChosenFile,
): Promise<boolean> {
	const { name, type, lastModified } = file;
	const head: Head = { id, name, type, lastModified };
	const sealed = await seal(agentId, toBytes(head, await file.arrayBuffer()));
	if (!sealed) return false;
	await writeRecord("texts", prefixOf(agentId, conversationId) + id, sealed);
	return true;
}

export function forgetFile(
	agentId: string,
	conversationId: string,
	id: string,
): Promise<void> {
	return deleteRecord("texts", prefixOf(agentId, conversationId) + id);
}

// They lie with the texts: another store would need a new version of the database, which waits until pages that were opened
// before an update are closed.
function prefixOf(agentId: string, conversationId: string): string {
	return `${agentId}/${conversationId}/`;
}

/** The head's length, the head, and what is in the file, so that its name is encrypted, too. */
function toBytes(head: Head, content: ArrayBuffer): Uint8Array<ArrayBuffer> {
	const text = new TextEncoder().encode(JSON.stringify(head));
	const begin = LENGTH_BYTES + text.length;
	const bytes = new Uint8Array(begin + content.byteLength);
	new DataView(bytes.buffer).setUint32(0, text.length);
	bytes.set(text, LENGTH_BYTES);
	bytes.set(new Uint8Array(content), begin);
	return bytes;
}

function toFile(data: ArrayBuffer): ChosenFile {
	const begin = LENGTH_BYTES + new DataView(data).getUint32(0);
	const text = new TextDecoder().decode(data.slice(LENGTH_BYTES, begin));
	const { id, name, type, lastModified } = JSON.parse(text) as Head;
	const file = new File([data.slice(begin)], name, { type, lastModified });
	return { id, file };
}
