import { type Sealed, seal, unseal } from "./seal.ts";
import { deleteRecord, readRecord, writeRecord } from "./text-store.ts";

/** Reads what an agent typed before a reload, a crash or a sign-out; undefined for nothing. */
export async function readKept<T>(
	agentId: string,
	name: string,
): Promise<T | undefined> {
	const sealed = await readRecord<Sealed>("texts", `${agentId}/${name}`);
	const data = sealed && (await unseal(agentId, sealed));
	return data && (JSON.parse(new TextDecoder().decode(data)) as T);
}

/** Keeps what an agent has typed, encrypted; undefined forgets it. */
export async function writeKept(
	agentId: string,
	name: string,
	value: unknown,
): Promise<void> {
	const key = `${agentId}/${name}`;
	if (value === undefined) return deleteRecord("texts", key);
	const bytes = new TextEncoder().encode(JSON.stringify(value));
	const sealed = await seal(agentId, bytes);
	if (sealed) await writeRecord("texts", key, sealed);
}
