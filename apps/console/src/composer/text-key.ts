import { readRecord, writeRecord } from "./text-store.ts";

/**
 * The key that an agent's texts are encrypted with in this browser. It cannot be read out of the browser's storage, and
 * each agent has another one. Undefined on a page without a secure origin, which has no cryptography.
 */
export async function textKey(agentId: string): Promise<CryptoKey | undefined> {
	if (!crypto.subtle) return undefined;
	const known = await readRecord<CryptoKey>("keys", agentId);
	if (known) return known;
	const made = await crypto.subtle.generateKey(
		{ name: "AES-GCM", length: 256 },
		false,
		["encrypt", "decrypt"],
	);
	await writeRecord("keys", agentId, made);
	return made;
}
