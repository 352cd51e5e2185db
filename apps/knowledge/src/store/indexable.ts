import { createHash } from "node:crypto";

const KEY_BYTES_MAX = 2_600; // the limit of a PostgreSQL index entry, less the workspace
const LETTERS_KEPT = 600; // of four bytes at the most

/** A key as it can be indexed: one that is too long is replaced by its hash. */
export function indexable(key: string): string {
	if (Buffer.byteLength(key) <= KEY_BYTES_MAX) return key;
	const beginning = [...key].slice(0, LETTERS_KEPT).join("");
	return `${beginning} ${createHash("sha256").update(key).digest("hex")}`;
}
