import type { ServerResponse } from "node:http";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";

const KIB = 1024;

// A body is in memory about five times while it is read, parsed and passed on: this much becomes somewhat more than 1 GiB.
export const HELD_BYTES_MAX = 256 * KIB * KIB;
// So small that 2,000 of them are half of it: ordinary requests go on while uploads are refused.
export const FREE_BYTES = 64 * KIB;
// Uploads take a second or two.
const RETRY_AFTER_SECONDS = 2;

/** Bounds what the bodies of all requests in progress take together: one key may send 200 of 30 MiB at once. */
export interface BodyMemory {
	/**
	 * Counts bytes that arrived for a request, until its response closes.
	 * @throws AppError `service_unavailable`
	 */
	hold(res: ServerResponse, bytes: number): void;
	heldBytes(): number;
}

export function createBodyMemory(bytesMax = HELD_BYTES_MAX): BodyMemory {
	const arrived = new WeakMap<ServerResponse, number>();
	let heldBytes = 0;
	const counted = (bytes: number) => Math.max(0, bytes - FREE_BYTES);
	return {
		hold(res, bytes) {
			// A decompressor may still deliver when nobody waits any more; what is counted now would never be taken off.
			if (res.closed) return;
			const before = arrived.get(res);
			const after = (before ?? 0) + bytes;
			const more = counted(after) - counted(before ?? 0);
			if (heldBytes + more > bytesMax)
				throw serviceUnavailable(undefined, RETRY_AFTER_SECONDS);
			if (before === undefined)
				res.once("close", () => {
					heldBytes -= counted(arrived.get(res) ?? 0);
				});
			arrived.set(res, after);
			heldBytes += more;
		},
		heldBytes: () => heldBytes,
	};
}
