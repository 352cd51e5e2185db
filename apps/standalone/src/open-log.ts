import { basename, dirname } from "node:path";
import { Writable } from "node:stream";
import { createStream } from "rotating-file-stream";

export interface LogLimits {
	/** A file of this size is rotated. */
	readonly fileBytes: number;
	/** Rotated files that are kept, the newest as `….1`. */
	readonly keptFiles: number;
}

/** Some 60 MB in all: the last quarter of a million requests. */
export const LOG_LIMITS: LogLimits = { fileBytes: 10_000_000, keptFiles: 5 };

/**
 * Opens the installation's log for appending, readable only by its owner. It is rotated while it is written, so that it
 * never takes more than `fileBytes * (keptFiles + 1)` and one write.
 *
 * @param onError called when lines are lost, by a full disk for example, once until writes succeed again; the product
 * continues without them
 */
export function openLog(
	path: string,
	{ fileBytes, keptFiles }: LogLimits,
	onError: (err: Error) => void,
): Writable {
	// After a failed write the file is closed; the next write opens it again.
	const open = () => {
		const file = createStream(basename(path), {
			path: dirname(path),
			size: `${fileBytes}B`,
			rotate: keptFiles,
			mode: 0o600,
		});
		return file.on("error", () => {}); // the failed write reports it
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
