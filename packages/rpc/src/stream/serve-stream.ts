import { Metadata, type ServerDuplexStream, status } from "@grpc/grpc-js";
import { AppError, internalError } from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { LargeResponses } from "../large-responses.ts";
import type { ServedMethod } from "../served-method.ts";
import { type createContextVerifier, UNSIGNED } from "../signed-context.ts";
import { toStatus } from "../status.ts";
import {
	decodeFrames,
	type Frame,
	frame as frameOf,
	SMALL_BYTES_MAX,
} from "./frame.ts";
import { createFrameWriter } from "./frame-writer.ts";

const NO_DETAILS = Buffer.alloc(0);

/** What a stream needs of its server. */
export interface StreamHost {
	readonly methods: ReadonlyMap<string, ServedMethod>;
	readonly verify: ReturnType<typeof createContextVerifier>;
	readonly large: LargeResponses;
	readonly log: Logger;
}

export interface ServedStream {
	/** Asks the client to begin no more calls here and to end the stream. */
	retire(): void;
}

/**
 * Answers the calls of one stream until it ends.
 *
 * @param onClosed called when it has.
 */
export function serveStream(
	stream: ServerDuplexStream<Buffer, Buffer>,
	host: StreamHost,
	onClosed: () => void,
): ServedStream {
	const running = new Map<number, AbortController>();
	let halfClosed = false;
	let closed = false;

	const onIdle = () => {
		if (closed) return;
		if (stream.isPaused()) stream.resume();
		endIfDone();
	};
	const writer = createFrameWriter(stream, onIdle);
	const endIfDone = () => {
		if (!halfClosed || closed || running.size > 0) return;
		if (writer.isIdle()) stream.end();
	};
	const close = () => {
		if (closed) return;
		closed = true;
		writer.stop();
		for (const abort of running.values()) abort.abort();
		running.clear();
		onClosed();
	};
	const cancel = (call: number) => {
		writer.withdraw(call);
		running.get(call)?.abort();
		running.delete(call);
		endIfDone();
	};
	const begin = async (frame: Frame) => {
		const { call, method, timeoutMs } = frame.header;
		const longestMs = host.methods.get(method)?.timeoutMs ?? 0;
		const waitMs = Math.min(longestMs, timeoutMs);
		if (call === 0 || running.has(call)) {
			throw new Error(`call ${call} begins twice`);
		}
		const abort = new AbortController();
		running.set(call, abort);
		const timer = setTimeout(cancel, waitMs, call);
		const response = await respond(frame, host, waitMs, abort.signal);
		clearTimeout(timer);
		if (running.get(call) !== abort) return; // cancelled
		running.delete(call);
		writer.send(response);
	};
	const breakOff = (err: unknown) => {
		host.log.warn({ err, peer: stream.getPeer() }, "stream broken off");
		const details = "This is not a stream of frames.";
		stream.emit("error", { code: status.INVALID_ARGUMENT, details });
		close();
	};

	stream.on("data", (message: Buffer) => {
		if (closed) return;
		try {
			for (const frame of decodeFrames(message)) {
				if (frame.header.cancel) cancel(frame.header.call);
				else begin(frame).catch(breakOff);
			}
		} catch (err) {
			breakOff(err);
			return;
		}
		// A client that does not read its responses is not read either.
		if (writer.isBlocked()) stream.pause();
	});
	stream.on("end", () => {
		halfClosed = true;
		endIfDone();
	});
	for (const event of ["cancelled", "close", "error"]) stream.on(event, close);
	// Tells the client that its frames will be read.
	stream.sendMetadata(new Metadata());
	return {
		retire() {
			writer.send(frameOf({ retire: true }));
		},
	};
}

/** Runs a call; its failure is a response as well. */
async function respond(
	{ header, body }: Frame,
	{ methods, verify, large, log }: StreamHost,
	waitMs: number,
	signal: AbortSignal,
): Promise<Frame> {
	const { call, method: path, context, traceparent } = header;
	const refuse = (code: status, message: string) =>
		frameOf({ call, status: { code, message, details: NO_DETAILS } });
	const now = Date.now();
	const method = methods.get(path);
	if (!method || method.codec.requestStream) {
		return refuse(status.UNIMPLEMENTED, "There is no such method.");
	}
	const caller = verify(path, context, now);
	if (!caller) {
		log.warn({ method: path }, "unsigned call refused");
		return refuse(status.UNAUTHENTICATED, UNSIGNED);
	}
	let request: unknown;
	try {
		request = method.codec.requestDeserialize(bufferOf(body));
	} catch {
		return refuse(status.INTERNAL, "The request cannot be read.");
	}
	const deadline = now + waitMs;
	try {
		const response = await method.run(
			request,
			{ ...caller, deadline, signal },
			traceparent,
		);
		const message = method.codec.responseSerialize(response as never);
		if (message.length <= SMALL_BYTES_MAX) return frameOf({ call }, message);
		return frameOf({
			call,
			largeResponse: large.keep(message, path, caller),
		});
	} catch (error) {
		const failure = error instanceof AppError ? error : internalError(error);
		const { details, ...rest } = toStatus(failure);
		return frameOf({ call, status: { ...rest, details: bufferOf(details) } });
	}
}

const bufferOf = (bytes: Uint8Array) =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
