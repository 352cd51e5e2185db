import { Metadata, type ServerDuplexStream, status } from "@grpc/grpc-js";
import { decodeFrames, type Frame, frame as frameOf } from "./frame.ts";
import { createFrameWriter, type FrameWriter } from "./frame-writer.ts";
import { respond, type StreamHost } from "./respond.ts";

/** Serves the calls of one stream until it ends. */
export class ServedStream {
	readonly #stream: ServerDuplexStream<Buffer, Buffer>;
	readonly #host: StreamHost;
	readonly #onClosed: () => void;
	readonly #writer: FrameWriter;
	readonly #running = new Map<number, AbortController>();
	#isHalfClosed = false;
	#isClosed = false;

	/** @param onClosed called when the stream has ended. */
	constructor(
		stream: ServerDuplexStream<Buffer, Buffer>,
		host: StreamHost,
		onClosed: () => void,
	) {
		this.#stream = stream;
		this.#host = host;
		this.#onClosed = onClosed;
		this.#writer = createFrameWriter(stream, () => this.#onIdle());
		stream.on("data", (message: Buffer) => this.#read(message));
		stream.on("end", () => {
			this.#isHalfClosed = true;
			this.#endIfDone();
		});
		for (const event of ["cancelled", "close", "error"]) {
			stream.on(event, () => this.#close());
		}
		// By this the client knows that its frames will be read.
		stream.sendMetadata(new Metadata());
	}

	/** Makes the client begin no more calls here and end the stream. */
	retire(): void {
		this.#writer.send(frameOf({ retire: true }));
	}

	#read(message: Buffer): void {
		if (this.#isClosed) return;
		try {
			for (const frame of decodeFrames(message)) {
				if (frame.header.cancel) this.#cancel(frame.header.call);
				else this.#begin(frame).catch((err) => this.#breakOff(err));
			}
		} catch (err) {
			this.#breakOff(err);
			return;
		}
		// A client that does not read its responses is not read either.
		if (this.#writer.isBlocked()) this.#stream.pause();
	}

	async #begin(frame: Frame): Promise<void> {
		const { call, method, timeoutMs } = frame.header;
		const longestMs = this.#host.methods.get(method)?.timeoutMs ?? 0;
		const waitMs = Math.min(longestMs, timeoutMs);
		if (call === 0 || this.#running.has(call)) {
			throw new Error(`call ${call} begins twice`);
		}
		const abort = new AbortController();
		this.#running.set(call, abort);
		const timer = setTimeout(() => this.#cancel(call), waitMs);
		const response = await respond(frame, this.#host, waitMs, abort.signal);
		clearTimeout(timer);
		if (this.#running.get(call) !== abort) return; // cancelled
		this.#running.delete(call);
		this.#writer.send(response);
	}

	#cancel(call: number): void {
		this.#writer.withdraw(call);
		this.#running.get(call)?.abort();
		this.#running.delete(call);
		this.#endIfDone();
	}

	#onIdle(): void {
		if (this.#isClosed) return;
		if (this.#stream.isPaused()) this.#stream.resume();
		this.#endIfDone();
	}

	#endIfDone(): void {
		if (!this.#isHalfClosed || this.#isClosed) return;
		if (this.#running.size === 0 && this.#writer.isIdle()) this.#stream.end();
	}

	#breakOff(err: unknown): void {
		const peer = this.#stream.getPeer();
		this.#host.log.warn({ err, peer }, "stream broken off");
		const details = "This is not a stream of frames.";
		this.#stream.emit("error", { code: status.INVALID_ARGUMENT, details });
		this.#close();
	}

	#close(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#writer.stop();
		for (const abort of this.#running.values()) abort.abort();
		this.#running.clear();
		this.#onClosed();
	}
}
