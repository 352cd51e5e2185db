import { encodeFrames, type Frame } from "./frame.ts";

// A larger message goes in parts, so that others pass between them.
const PART_BYTES = 64 * 1024;
// One message of the stream: large enough to be worth its overhead, small enough that flow control bites.
const WRITE_BYTES = 128 * 1024;

/** What is written to: one side of a gRPC stream. */
export interface FrameSink {
	/** False asks to wait for `drain`. */
	write(message: Buffer): boolean;
	once(event: "drain", listener: () => void): unknown;
}

/** Sends frames: those of one turn of the event loop together, large messages in parts, and no faster than the peer reads. */
export interface FrameWriter {
	/** A body that is too large for one frame continues in further ones. */
	send(frame: Frame): void;
	/** Takes back what of a call has not left yet. */
	withdraw(call: number): void;
	/** Bytes that wait for the peer. */
	waitingBytes(): number;
	/** Whether everything has been handed to the stream. */
	isIdle(): boolean;
	/** Writes nothing any more. */
	stop(): void;
}

interface Waiting {
	readonly frame: Frame;
	/** Where in the body the next part begins. */
	offset: number;
}

const NOTHING = new Uint8Array();

/** @param onIdle told whenever everything has been handed to the stream. */
export function createFrameWriter(
	sink: FrameSink,
	onIdle: () => void = () => {},
): FrameWriter {
	let queue: Waiting[] = [];
	let waitingBytes = 0;
	let scheduled = false;
	let blocked = false;
	let stopped = false;

	const flush = () => {
		scheduled = false;
		while (queue.length > 0 && !blocked && !stopped) {
			const frames: Frame[] = [];
			const unfinished: Waiting[] = [];
			let bytes = 0;
			let taken = 0;
			for (const waiting of queue) {
				if (bytes >= WRITE_BYTES) break;
				taken += 1;
				const part = partOf(waiting);
				frames.push(part);
				bytes += part.body?.length ?? 0;
				if (part.more) unfinished.push(waiting);
			}
			// What goes on comes after everything that waits already.
			queue = queue.slice(taken).concat(unfinished);
			waitingBytes -= bytes;
			blocked = !sink.write(encodeFrames(frames));
		}
		if (blocked && !stopped) {
			sink.once("drain", () => {
				blocked = false;
				flush();
			});
		} else if (!stopped) onIdle();
	};
	return {
		send(frame) {
			if (stopped) return;
			queue.push({ frame, offset: 0 });
			waitingBytes += frame.body?.length ?? 0;
			if (scheduled || blocked) return;
			scheduled = true;
			setImmediate(flush);
		},
		withdraw(call) {
			queue = queue.filter(({ frame, offset }) => {
				if (frame.call !== call) return true;
				waitingBytes -= (frame.body?.length ?? 0) - offset;
				return false;
			});
		},
		waitingBytes: () => waitingBytes,
		isIdle: () => queue.length === 0,
		stop() {
			stopped = true;
			queue = [];
			waitingBytes = 0;
		},
	};
}

/** The next frame of a message: all of it if it fits. */
function partOf(waiting: Waiting): Frame {
	const { frame, offset } = waiting;
	const body = frame.body ?? NOTHING;
	if (offset === 0 && body.length <= PART_BYTES) return frame;
	const end = Math.min(offset + PART_BYTES, body.length);
	waiting.offset = end;
	const part = { body: body.subarray(offset, end), more: end < body.length };
	return offset === 0 ? { ...frame, ...part } : { call: frame.call, ...part };
}
