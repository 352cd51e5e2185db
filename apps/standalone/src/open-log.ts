import { basename, dirname } from "node:path";
import type { Writable } from "node:stream";
import { createStream } from "rotating-file-stream";

export interface LogLimits {
	/** A file that has grown to this is set aside. */
	readonly fileBytes: number;
	/** Files set aside that are kept, the newest as `….1`. */
	readonly keptFiles: number;
}

/** Some 60 MB in all: the last quarter of a million requests. */
export const LOG_LIMITS: LogLimits = { fileBytes: 10_000_000, keptFiles: 5 };

/**
 * Opens the installation's log for appending, for its owner's eyes only. It is rotated while it is written, so that it
 * never takes more than `fileBytes * (keptFiles + 1)` and what is written at once.
 *
 * @param onError told when lines are lost, a full disk for example; the product goes on without its log
 */
export function openLog(
	path: string,
	{ fileBytes, keptFiles }: LogLimits,
	onError: (err: Error) => void,
): Writable {
	const stream = createStream(basename(path), {
		path: dirname(path),
		size: `${fileBytes}B`,
		rotate: keptFiles,
		mode: 0o600,
	});
	stream.on("error", onError);
	return stream;
}
