import { Metadata, type ServerDuplexStream, status } from "@grpc/grpc-js";
import { AppError, internalError } from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { ServedMethod } from "../served-method.ts";
import {
	type CallerContext,
	type createContextVerifier,
	UNSIGNED,
} from "../signed-context.ts";
import { toStatus } from "../status.ts";
import { decodeFrames, type Frame, type WireStatus } from "./frame.ts";
import { createFrameWriter } from "./frame-writer.ts";
import { createPartialMessages } from "./partial-messages.ts";

// A client that does not read its answers is not given more to wait for.
const WAITING_BYTES_MAX = 64 * 1024 * 1024;
const NO_DETAILS = new Uint8Array();

export interface ServedStream {
	/** Asks the client to begin no more calls here and to end the stream. */
	retire(): void;
}

/** A call whose message has not come completely. */
interface Begun {
	readonly method: ServedMethod;
	readonly caller: CallerContext;
	readonly traceparent: string;
	/** Epoch milliseconds. */
	readonly deadline: number;
}

/**
 * Answers the calls of one stream until it ends.
 *
 * @param onClosed told when it has.
 */
export function serveStream(
	stream: ServerDuplexStream<Buffer, Buffer>,
	methods: ReadonlyMap<string, ServedMethod>,
	verify: ReturnType<typeof createContextVerifier>,
	log: Logger,
	onClosed: () => void,
): ServedStream {
	const begun = new Map<number, Begun>();
	const running = new Map<number, AbortController>();
	const partials = createPartialMessages();
	let halfClosed = false;
	let closed = false;
	const writer = createFrameWriter(stream, () => {
		if (stream.isPaused() && !closed) stream.resume();
		endIfDone();
	});

	const endIfDone = () => {
		if (!halfClosed || closed || running.size > 0) return;
		if (writer.isIdle()) stream.end();
	};
	const close = () => {
		if (closed) return;
		closed = true;
		writer.stop();
		begun.clear();
		for (const abort of running.values()) abort.abort();
		running.clear();
		onClosed();
	};
	const refuse = (call: number, code: status, message: string) =>
		writer.send({ call, status: { code, message, details: NO_DETAILS } });

	const begin = (frame: Frame): Begun | undefined => {
		const { call, method: path = "", context, traceparent = "" } = frame;
		const now = Date.now();
		const method = methods.get(path);
		if (!method) {
			refuse(call, status.UNIMPLEMENTED, "There is no such method.");
			return undefined;
		}
		const caller = verify(path, context, now);
		if (!caller) {
			log.warn(
				{ method: path, peer: stream.getPeer() },
				"unsigned call refused",
			);
			refuse(call, status.UNAUTHENTICATED, UNSIGNED);
			return undefined;
		}
		const waitMs = Math.min(method.timeoutMs, frame.timeoutMs ?? 0);
		return { method, caller, traceparent, deadline: now + waitMs };
	};
	const cancel = (call: number) => {
		begun.delete(call);
		partials.forget(call);
		writer.withdraw(call);
		const abort = running.get(call);
		running.delete(call);
		abort?.abort();
		endIfDone();
	};
	const take = (frame: Frame) => {
		const { call } = frame;
		if (frame.cancel) return cancel(call);
		let current = begun.get(call);
		if (frame.method) {
			if (call === 0 || current || running.has(call)) {
				throw new Error(`call ${call} begins twice`);
			}
			current = begin(frame);
		}
		if (!current) return; // refused or cancelled; what is left of it is on its way
		let message: Buffer | undefined;
		try {
			message = partials.add(call, frame.body, frame.more);
		} catch (err) {
			begun.delete(call);
			refuse(call, status.RESOURCE_EXHAUSTED, (err as Error).message);
			return;
		}
		if (!message) {
			begun.set(call, current);
			return;
		}
		begun.delete(call);
		void run(call, current, message);
	};
	const run = async (call: number, begun: Begun, message: Buffer) => {
		const { method, caller, traceparent, deadline } = begun;
		let request: unknown;
		try {
			request = method.codec.requestDeserialize(message);
		} catch {
			refuse(call, status.INTERNAL, "The request cannot be read.");
			return;
		}
		const abort = new AbortController();
		running.set(call, abort);
		const waitMs = Math.max(0, deadline - Date.now());
		const timer = setTimeout(cancel, waitMs, call);
		let answer: { body: Buffer } | { status: WireStatus };
		try {
			const context = { ...caller, deadline, signal: abort.signal };
			const response = await method.run(request, context, traceparent);
			answer = { body: method.codec.responseSerialize(response as never) };
		} catch (error) {
			const failure = error instanceof AppError ? error : internalError(error);
			answer = { status: toStatus(failure) };
		}
		clearTimeout(timer);
		if (running.get(call) !== abort) return; // nobody waits any more
		running.delete(call);
		writer.send({ call, ...answer });
	};

	stream.on("data", (message: Buffer) => {
		if (closed) return;
		try {
			for (const frame of decodeFrames(message)) take(frame);
		} catch (err) {
			log.warn({ err, peer: stream.getPeer() }, "stream broken off");
			const details = "This is not a stream of frames.";
			stream.emit("error", { code: status.INVALID_ARGUMENT, details });
			close();
			return;
		}
		if (writer.waitingBytes() > WAITING_BYTES_MAX) stream.pause();
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
			writer.send({ call: 0, retire: true });
		},
	};
}
