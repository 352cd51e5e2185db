import type { ServerResponse } from "node:http";

// What must be taken of an answer within the time below: a client that reads at 5 kB a second is served.
const SLICE_BYTES = 64 * 1024;
/** An answer that makes no progress for this long is cut off. */
export const STALLED_MS = 15_000;

/** Writes the body of a response whose headers are written, and cuts the connection when its client stops reading. */
export function writeBody(
	res: ServerResponse,
	body: Uint8Array,
	stalledMs = STALLED_MS,
): void {
	if (body.length <= SLICE_BYTES || res.req.method === "HEAD") {
		res.end(body);
		// Nearly every answer is with the kernel by now.
		if (res.socket?.writableLength !== 0) cutOffWhenStalled(res, stalledMs);
		return;
	}
	const timer = cutOffWhenStalled(res, stalledMs);
	let at = 0;
	const writeOn = () => {
		timer.refresh();
		for (;;) {
			const slice = body.subarray(at, at + SLICE_BYTES);
			at += slice.length;
			if (at === body.length) {
				res.off("drain", writeOn).end(slice);
				return;
			}
			if (!res.write(slice)) return;
		}
	};
	res.on("drain", writeOn);
	writeOn();
}

function cutOffWhenStalled(
	res: ServerResponse,
	stalledMs: number,
): NodeJS.Timeout {
	const timer = setTimeout(() => {
		// It waits behind another answer on its connection, which has a timer of its own.
		if (!res.socket) timer.refresh();
		else res.socket.destroy();
	}, stalledMs);
	res.once("close", () => clearTimeout(timer));
	return timer;
}
