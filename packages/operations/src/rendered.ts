import { setImmediate as turn } from "node:timers/promises";
import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { StoredResponse } from "@supportdesk/pg/operation.ts";

// Encoding 8 MiB takes 10 ms, and serialising them for the caller as much again.
const TURN_BYTES = 256 * 1024;

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
 * A page of a list in the API's envelope. A large one is serialised in another turn of the event loop.
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
	const rendered = ok(
		`{"data":[${items.join(",")}],"has_more":${nextCursor !== ""},"next_cursor":${cursor}${fields.join("")}}`,
	);
	if (rendered.body.length > TURN_BYTES) await turn();
	return { ...rendered, nextCursor };
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
