import { setTimeout as sleep } from "node:timers/promises";
import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { StoredResponse } from "@supportdesk/pg/operation.ts";

// Encoding 8 MiB takes 10 ms; other requests have the rest between the turns.
const TURN_CHARACTERS = 256 * 1024;
const REST_MS = 4;

/** A 200 with this JSON text. */
export function ok(json: string): Rendered {
	return {
		status: 200,
		body: Buffer.from(json),
		nextCursor: "",
		resourceId: "",
		replayed: false,
	};
}

/**
 * A page of a list in the API's envelope. A large one is encoded in several turns of the event loop.
 *
 * @param others fields of the envelope that only this list has; absent where undefined
 */
export async function page(
	items: readonly string[],
	nextCursor: string,
	others: Readonly<Record<string, string | boolean | undefined>> = {},
): Promise<Rendered> {
	const cursor = nextCursor === "" ? "null" : `"${nextCursor}"`;
	const fields = Object.entries(others)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `,"${name}":${JSON.stringify(value)}`);
	const end = `],"has_more":${nextCursor !== ""},"next_cursor":${cursor}${fields.join("")}}`;
	const body = await encode(['{"data":[', ...commaSeparated(items), end]);
	return { ...ok(""), body, nextCursor };
}

const commaSeparated = (items: readonly string[]) =>
	items.map((item, i) => (i === 0 ? item : `,${item}`));

/** The texts in UTF-8, one after the other. */
async function encode(texts: readonly string[]): Promise<Buffer> {
	const parts: Buffer[] = [];
	let turn: string[] = [];
	let turnCharacters = 0;
	const encodeTurn = () => parts.push(Buffer.from(turn.join("")));
	for (const text of texts) {
		turn.push(text);
		turnCharacters += text.length;
		if (turnCharacters < TURN_CHARACTERS) continue;
		encodeTurn();
		turn = [];
		turnCharacters = 0;
		await sleep(REST_MS);
	}
	encodeTurn();
	return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** The response of an operation, now or as its first attempt stored it. */
export function stored(response: StoredResponse): Rendered {
	return {
		status: response.status,
		body: Buffer.from(response.body),
		nextCursor: "",
		resourceId: response.resourceId,
		replayed: response.replayed,
	};
}
