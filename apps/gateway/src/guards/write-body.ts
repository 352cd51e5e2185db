import type { ServerResponse } from "node:http";

// The bytes of a response that a client must read within the time below: 5 kB a second is fast enough.
const SLICE_BYTES = 64 * 1024;
/** A response without progress for this long is aborted. */
export const STALLED_MS = 15_000;

/** Writes the body of a response whose headers are written, and closes the connection when its client stops reading. */
export function writeBody(
	res: ServerResponse,
	body: Uint8Array,
	stalledMs = STALLED_MS,
): void {
	if (body.length <= SLICE_BYTES || res.req.method === "HEAD") {
		res.end(body);
		// The kernel has buffered nearly every response by now.
		if (res.socket?.writableLength !== 0) abortWhenStalled(res, stalledMs);
		return;
	}
	const timer = abortWhenStalled(res, stalledMs);
	let at = 0;
	const writeNext = () => {
		timer.refresh();
		for (;;) {
			const slice = body.subarray(at, at + SLICE_BYTES);
			at += slice.length;
			if (at === body.length) {
				res.off("drain", writeNext).end(slice);
				return;
			}
			if (!res.write(slice)) return;
		}
	};
	res.on("drain", writeNext);
	writeNext();
}

function abortWhenStalled(
	res: ServerResponse,
	stalledMs: number,
): NodeJS.Timeout {
	const timer = setTimeout(() => {
		// It is queued behind another response on its connection, which has its own timer.
		if (!res.socket) timer.refresh();
		else res.socket.destroy();
	}, stalledMs);
	res.once("close", () => clearTimeout(timer));
	return timer;
}
