import { isRelay } from "../../smtp/peers.ts";

/** Who handed a mail over to the servers of the operator. */
export interface Client {
	readonly ip: string;
	readonly helo: string | undefined;
}

const HEAD_BYTES_MAX = 256 * 1024;
const FOLD = /\r?\n(?=[ \t])/g;

/**
 * The client that the servers of the operator had a mail from, by its `Received` headers, the newest first. Filters and
 * stores hand a mail on within a private network, or to themselves; the header below theirs is still one of the operator's.
 * Undefined where a header names no address: who wrote the next one is not known.
 */
export async function findClient(raw: Buffer): Promise<Client | undefined> {
	const { getClientAddress, parseReceived } = await import(
		"mailauth/lib/parse-received.js"
	);
	for (const line of receivedLines(raw)) {
		const received = parseReceived(line);
		const { from, by, with: protocol } = received || {};
		if (!from?.value) continue;
		const ip = getClientAddress(from);
		if (ip && !isRelay(ip)) return { ip, helo: from.value };
		const isOwnStore =
			/lmtp/i.test(protocol?.value ?? "") && from.value === by?.value;
		if (!ip && !isOwnStore) return undefined;
	}
	return undefined;
}

/** The return path that the newest server of the operator has written beside the client's name. */
export async function findReturnPath(raw: Buffer): Promise<string | undefined> {
	const { parseReceived } = await import("mailauth/lib/parse-received.js");
	for (const line of receivedLines(raw)) {
		const { from, "envelope-from": path } = parseReceived(line) || {};
		if (!from?.value) continue;
		return path?.value?.replace(/[<>]/g, "").trim() || undefined;
	}
	return undefined;
}

function receivedLines(raw: Buffer): string[] {
	return raw
		.subarray(0, HEAD_BYTES_MAX)
		.toString("latin1")
		.split(/\r?\n\r?\n/, 1)[0]!
		.replace(FOLD, "")
		.split(/\r?\n/)
		.filter((line) => /^received[ \t]*:/i.test(line));
}
