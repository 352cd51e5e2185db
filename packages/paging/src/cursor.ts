import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@supportdesk/errors/app-error.ts";

const CURSOR_LENGTH_MAX = 2_000; // several times a sort value of 255 characters
const SIGNATURE_BYTES = 16; // 128 bits cannot be guessed and keep the cursor short

/** Where a page ended: the sort value of its last row, as PostgreSQL wrote it, and the row's id. */
export interface Position {
	/** null for a row without a value (never resolved, for example); such rows are last. */
	readonly value: string | null;
	readonly id: string;
	/** What the list remembers besides, in a form of its own. */
	readonly memory?: string;
}

/** The list that a cursor belongs to. A cursor of another list, workspace, sort or filter is refused. */
export interface CursorScope {
	readonly list: string;
	readonly workspaceId: string;
	/** `field:direction`. */
	readonly sort: string;
	readonly filters: Readonly<Record<string, unknown>>;
}

/** Writes the position as an opaque, signed text. */
export function encodeCursor(
	secret: string,
	scope: CursorScope,
	position: Position,
): string {
	const { value, id, memory } = position;
	const parts = memory === undefined ? [value, id] : [value, id, memory];
	const payload = Buffer.from(JSON.stringify(parts));
	return Buffer.concat([signature(secret, scope, payload), payload]).toString(
		"base64url",
	);
}

/**
 * Decodes a position.
 *
 * @throws AppError `invalid_cursor` for any text that `encodeCursor` did not write for this scope.
 */
export function decodeCursor(
	secret: string,
	scope: CursorScope,
	cursor: string,
): Position {
	const bytes =
		cursor.length <= CURSOR_LENGTH_MAX
			? Buffer.from(cursor, "base64url")
			: Buffer.alloc(0);
	// A lenient decoder would accept several texts as one cursor.
	if (
		bytes.length <= SIGNATURE_BYTES ||
		bytes.toString("base64url") !== cursor
	) {
		throw invalidCursor();
	}
	const payload = bytes.subarray(SIGNATURE_BYTES);
	const expected = signature(secret, scope, payload);
	if (!timingSafeEqual(expected, bytes.subarray(0, SIGNATURE_BYTES))) {
		throw invalidCursor();
	}
	const [value, id, memory] = JSON.parse(payload.toString()) as [
		string | null,
		string,
		string?,
	];
	return memory === undefined ? { value, id } : { value, id, memory };
}

function signature(
	secret: string,
	scope: CursorScope,
	payload: Buffer,
): Buffer {
	return createHmac("sha256", secret)
		.update(scopeHash(scope))
		.update(payload)
		.digest()
		.subarray(0, SIGNATURE_BYTES);
}

function scopeHash(scope: CursorScope): Buffer {
	const filters = Object.entries(scope.filters)
		.filter(([, value]) => value !== undefined && value !== "")
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return createHash("sha256")
		.update(
			JSON.stringify([scope.list, scope.workspaceId, scope.sort, filters]),
		)
		.digest();
}

function invalidCursor(): AppError {
	return new AppError(
		"invalid_request",
		"invalid_cursor",
		"The cursor is not one that this list gave out for these filters and this sort. Start again without a cursor.",
		{ param: "cursor" },
	);
}
