import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { StoredResponse } from "@supportdesk/pg/operation.ts";

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
 * A page of a list in the API's envelope.
 *
 * @param syncCursor where the list can be continued from at any later time, if it can.
 */
export function page(
	items: readonly string[],
	nextCursor: string,
	syncCursor?: string,
): Rendered {
	const cursor = nextCursor === "" ? "null" : `"${nextCursor}"`;
	const sync = syncCursor === undefined ? "" : `,"sync_cursor":"${syncCursor}"`;
	return {
		...ok(
			`{"data":[${items.join(",")}],"has_more":${nextCursor !== ""},"next_cursor":${cursor}${sync}}`,
		),
		nextCursor,
	};
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
