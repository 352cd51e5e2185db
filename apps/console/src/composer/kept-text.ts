import { textKey } from "./text-key.ts";
import { deleteRecord, readRecord, writeRecord } from "./text-store.ts";

export type Mode = "reply" | "note";

/** What an agent has typed in a conversation and not sent. */
export interface Typed {
	readonly mode: Mode;
	readonly reply: string;
	readonly note: string;
	/** The draft that the reply began as. */
	readonly draftId?: string;
	/** The latest message that was there when the agent began to type. */
	readonly seenId?: string;
}

interface Sealed {
	readonly iv: Uint8Array<ArrayBuffer>;
	readonly data: ArrayBuffer;
}

const IV_BYTES = 12;

/** Reads what was typed before a reload, a crash or a sign-out; undefined for nothing. */
export async function readTyped(
	agentId: string,
	conversationId: string,
): Promise<Typed | undefined> {
	const key = await textKey(agentId);
	const sealed = await readRecord<Sealed>("texts", id(agentId, conversationId));
	if (!key || !sealed) return undefined;
	try {
		const data = await crypto.subtle.decrypt(
			{ name: "AES-GCM", iv: sealed.iv },
			key,
			sealed.data,
		);
		return JSON.parse(new TextDecoder().decode(data)) as Typed;
	} catch {
		return undefined; // of another key, of which there is no more
	}
}

/** Keeps what is typed until it is sent; nothing typed leaves nothing. */
export async function keepTyped(
	agentId: string,
	conversationId: string,
	typed: Typed,
): Promise<void> {
	if (!typed.reply && !typed.note)
		return deleteRecord("texts", id(agentId, conversationId));
	const key = await textKey(agentId);
	if (!key) return;
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	const data = await crypto.subtle.encrypt(
		{ name: "AES-GCM", iv },
		key,
		new TextEncoder().encode(JSON.stringify(typed)),
	);
	await writeRecord("texts", id(agentId, conversationId), { iv, data });
}

function id(agentId: string, conversationId: string): string {
	return `${agentId}/${conversationId}`;
}
