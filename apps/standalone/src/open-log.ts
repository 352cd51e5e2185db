import { basename, dirname } from "node:path";
import { Writable } from "node:stream";
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
 * @param onError told when lines are lost, by a full disk for example, once until some can be written again; the product
 *     goes on without them
 */
export function openLog(
	path: string,
	{ fileBytes, keptFiles }: LogLimits,
	onError: (err: Error) => void,
): Writable {
	// A file that could not be written is given up; what comes next tries anew.
	const open = () => {
		const file = createStream(basename(path), {
			path: dirname(path),
			size: `${fileBytes}B`,
			rotate: keptFiles,
			mode: 0o600,
		});
		return file.on("error", () => {}); // told by the write that it fails
	};
	let file = open();
	let isLosing = false;
	return new Writable({
		decodeStrings: false,
		write(lines, encoding, done) {
			if (file.destroyed) file = open();
			file.write(lines, encoding, (err) => {
				if (err && !isLosing) onError(err);
				isLosing = Boolean(err);
				done();
			});
		},
		final(done) {
			if (file.destroyed) done();
			else file.end(done);
		},
	});
}
