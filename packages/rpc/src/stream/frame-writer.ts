import { encodeFrames, type Frame } from "./frame.ts";

// One message of the stream: large enough to be worth its overhead, small enough for flow control to act in time.
const MESSAGE_BYTES = 128 * 1024;

/** What is written to: one side of a gRPC stream. */
export interface FrameSink {
	/** False when the next message should wait for `drain`. */
	write(message: Buffer): boolean;
	once(event: "drain", listener: () => void): unknown;
}

/** Sends the frames of one turn of the event loop together, and no faster than the peer reads. */
export interface FrameWriter {
	send(frame: Frame): void;
	/** Removes what has not been written of a call. */
	withdraw(call: number): void;
	/** Whether the peer does not read as fast as we write. */
	isBlocked(): boolean;
	/** Whether everything has been written to the stream. */
	isIdle(): boolean;
	/** Writes nothing any more. */
	stop(): void;
}

/** @param onIdle called whenever everything has been written to the stream. */
export function createFrameWriter(
	sink: FrameSink,
	onIdle: () => void = () => {},
): FrameWriter {
	let queue: Frame[] = [];
	let scheduled = false;
	let blocked = false;
	let stopped = false;

	const flush = () => {
		scheduled = false;
		while (queue.length > 0 && !blocked && !stopped) {
			blocked = !sink.write(encodeFrames(takeMessage(queue)));
		}
		if (stopped) return;
		if (!blocked) return onIdle();
		sink.once("drain", () => {
			blocked = false;
			flush();
		});
	};
	return {
		send(frame) {
			if (stopped) return;
			queue.push(frame);
			if (scheduled || blocked) return;
			scheduled = true;
			setImmediate(flush);
		},
		withdraw(call) {
			queue = queue.filter(({ header }) => header.call !== call);
		},
		isBlocked: () => blocked,
		isIdle: () => queue.length === 0,
		stop() {
			stopped = true;
			queue = [];
		},
	};
}

/** Removes the frames of the next message from the queue. */
function takeMessage(queue: Frame[]): Frame[] {
	let bytes = 0;
	let count = 0;
	while (count < queue.length && bytes < MESSAGE_BYTES) {
		bytes += queue[count]!.body.length;
		count += 1;
	}
	return queue.splice(0, count);
}
