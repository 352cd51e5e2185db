import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { StoredAnswer } from "@supportdesk/pg/idempotency.ts";

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

/** A 201 with the JSON text of what was made. */
export function made(id: string, json: string): Rendered {
	return { ...ok(json), status: 201, resourceId: id };
}

/** A page of a list in the API's envelope. */
export function page(items: readonly string[], nextCursor: string): Rendered {
	const cursor = nextCursor === "" ? "null" : `"${nextCursor}"`;
	return {
		...ok(
			`{"data":[${items.join(",")}],"has_more":${nextCursor !== ""},"next_cursor":${cursor}}`,
		),
		nextCursor,
	};
}

/** The answer of an operation that takes effect once, now or of the first time. */
export function stored(answer: StoredAnswer): Rendered {
	return {
		status: answer.status,
		body: Buffer.from(answer.body),
		nextCursor: "",
		resourceId: answer.resourceId,
		replayed: answer.replayed,
	};
}
