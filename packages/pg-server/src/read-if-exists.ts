import { readFileSync } from "node:fs";

/**
 * The text of a file, or undefined if there is none. A server that starts replaces the files of one that was killed, so a
 * file may be gone between two calls.
 */
export function readIfExists(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch (err) {
		if ((err as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw err;
	}
}
