import { addRecord, readRecord } from "./text-store.ts";

/** What only the agent's key in this browser opens. */
export interface Sealed {
	readonly iv: Uint8Array<ArrayBuffer>;
	readonly data: ArrayBuffer;
}

const IV_BYTES = 12;

/** Undefined on a page without a secure origin, which has no cryptography. */
export async function seal(
	agentId: string,
	bytes: Uint8Array<ArrayBuffer>,
): Promise<Sealed | undefined> {
	const key = await keyOf(agentId);
	if (!key) return undefined;
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytes);
	return { iv, data };
}

/** Undefined for what was sealed by another key, of which there is no more. */
export async function unseal(
	agentId: string,
	{ iv, data }: Sealed,
): Promise<ArrayBuffer | undefined> {
	const key = await keyOf(agentId);
	if (!key) return undefined;
	try {
		return await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data);
	} catch {
		return undefined;
	}
}

/**
 * The key that an agent's texts and files are encrypted with in this browser. It cannot be read out of the browser's
 * storage, and each agent has another one.
 */
async function keyOf(agentId: string): Promise<CryptoKey | undefined> {
	if (!crypto.subtle) return undefined;
	const known = await readRecord<CryptoKey>("keys", agentId);
	if (known) return known;
	const made = await crypto.subtle.generateKey(
		{ name: "AES-GCM", length: 256 },
		false,
		["encrypt", "decrypt"],
	);
	// Another page, or the reading of something else, may have made one in the meantime.
	await addRecord("keys", agentId, made);
	return readRecord<CryptoKey>("keys", agentId);
}
