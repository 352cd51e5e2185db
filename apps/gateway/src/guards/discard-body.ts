import type { IncomingMessage } from "node:http";
import { createPace } from "./pace.ts";

const MIB = 1024 * 1024;

// A refused body is still read, so that the client can read the response; but only up to this limit.
const DISCARDED_BYTES_MAX = 64 * MIB;
const SMALL_BYTES = 64 * 1024;
/**
 * How fast the rest of a body is read that was refused before it arrived. Reading it at full speed, and the client's next
 * one at once, would take the processor from the requests that are served.
 */
export const SLOW_BYTES_PER_MS = (4 * MIB) / 1000;

/**
 * Reads the rest of a refused body: a client that is still sending must be able to finish, or it never reads why it was
 * refused.
 *
 * @param bytesPerMs as fast as it arrives if not given
 */
export function discardBody(req: IncomingMessage, bytesPerMs?: number): void {
	if (req.readableEnded || req.destroyed) return;
	let bytes = 0;
	const pace = bytesPerMs && createPace(bytesPerMs);
	// Takes what has arrived, so that Node.js asks the socket for more. A request that has never asked is treated as unread
	// when its response is sent: Node.js removes the listener and reads the rest at full speed.
	req.read();
	req.on("data", ({ length }: Buffer) => {
		bytes += length;
		if (bytes > DISCARDED_BYTES_MAX) {
			req.destroy();
			return;
		}
		if (!pace) return;
		req.pause();
		setTimeout(() => req.resume(), pace(length)).unref();
	});
	req.on("error", () => {}); // the client disconnected
	req.resume();
}

/**
 * Reads a large body slowly of which nothing has been read when the request is refused. Node.js itself would read it at full
 * speed once the response is sent.
 */
export function discardUnreadBody(req: IncomingMessage): void {
	const { "content-length": length, "transfer-encoding": coding } = req.headers;
	const isLarge = coding !== undefined || Number(length ?? 0) > SMALL_BYTES;
	if (isLarge && req.readableFlowing === null) {
		discardBody(req, SLOW_BYTES_PER_MS);
	}
}
