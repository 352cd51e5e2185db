import {
	type ChannelCredentials,
	Client,
	Metadata,
	type ServiceError,
	status,
} from "@grpc/grpc-js";
import {
	CallFailure,
	failureOfUnary,
	failureOnTheWay,
} from "../call-failure.ts";
import { channelOptions } from "../channel-options.ts";
import type { AnyMethod } from "../service-api.ts";
import { decodeFrames, type Frame } from "./frame.ts";
import { createFrameWriter } from "./frame-writer.ts";
import { createPartialMessages } from "./partial-messages.ts";
import { STREAM_METHOD } from "./stream-method.ts";

// So much that a slow peer has not read: more would only fill our memory.
const WAITING_BYTES_MAX = 64 * 1024 * 1024;

/** One attempt of a call, ready to leave. */
export interface Attempt {
	readonly method: AnyMethod;
	/** Serialised. */
	readonly message: Buffer;
	/** The signed context. */
	readonly context: string;
	readonly traceparent: string;
	/** Epoch milliseconds. */
	readonly deadline: number;
	/** How long the method is waited for if the deadline is later, milliseconds. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

export interface StreamListener {
	/** The peer has accepted the stream. */
	onReady(): void;
	/** The stream takes no more calls; those in progress go on. */
	onRetired(): void;
	/** It is over; what was in progress has failed. */
	onClosed(failure: CallFailure): void;
}

/** A stream to one instance of a service, on a connection of its own. */
export interface StreamConnection {
	/** Resolves to the answer; only while it is ready. @throws CallFailure */
	call(attempt: Attempt): Promise<unknown>;
	/** Whether it stands, and its peer has not fallen so far behind that no call should be added. */
	isReady(): boolean;
	inFlight(): number;
	/** Takes no more calls and ends when those in progress have. */
	retire(): void;
	/** Cuts off what is in progress. */
	close(): void;
}

interface Pending {
	readonly attempt: Attempt;
	readonly timer: NodeJS.Timeout;
	resolve(answer: unknown): void;
	reject(failure: CallFailure): void;
	onAbort(): void;
}

/**
 * Opens a stream.
 *
 * @param address a gRPC target of exactly one instance.
 * @param authority host and port as callers name the service.
 */
export function openStream(
	address: string,
	authority: string,
	credentials: ChannelCredentials,
	listener: StreamListener,
): StreamConnection {
	const client = new Client(address, credentials, channelOptions(authority));
	const { path, requestSerialize, responseDeserialize } = STREAM_METHOD;
	const stream = client.makeBidiStreamRequest(
		path,
		requestSerialize,
		responseDeserialize,
		new Metadata(),
	);
	const writer = createFrameWriter(stream);
	const partials = createPartialMessages();
	const pending = new Map<number, Pending>();
	let calls = 0;
	let ready = false;
	let retired = false;
	let closed = false;

	const settle = (call: number): Pending | undefined => {
		const found = pending.get(call);
		if (!found) return undefined;
		pending.delete(call);
		partials.forget(call);
		clearTimeout(found.timer);
		found.attempt.signal.removeEventListener("abort", found.onAbort);
		if (retired && pending.size === 0) end();
		return found;
	};
	const abandon = (call: number, code: status, message: string) => {
		const found = settle(call);
		if (!found) return;
		writer.withdraw(call);
		writer.send({ call, cancel: true });
		found.reject(failureOnTheWay(code, message));
	};
	/** A turn later, so that a cancelled call's last frame still leaves. */
	const end = () =>
		setImmediate(() => {
			if (!closed) stream.end();
		});
	const fail = (failure: CallFailure) => {
		if (closed) return;
		closed = true;
		writer.stop();
		for (const call of [...pending.keys()]) settle(call)?.reject(failure);
		client.close();
		listener.onClosed(failure);
	};
	const take = (frame: Frame) => {
		if (frame.retire) retire();
		const found = pending.get(frame.call);
		if (!found) return; // nobody waits any more
		if (frame.status) {
			settle(frame.call);
			found.reject(new CallFailure(frame.status, { answered: true }));
			return;
		}
		let answer: unknown;
		try {
			const message = partials.add(frame.call, frame.body, frame.more);
			if (!message) return;
			answer = found.attempt.method.responseDeserialize(message);
		} catch (err) {
			abandon(frame.call, status.RESOURCE_EXHAUSTED, String(err));
			return;
		}
		settle(frame.call);
		found.resolve(answer);
	};
	const retire = () => {
		if (retired || closed) return;
		retired = true;
		if (pending.size === 0) end();
		listener.onRetired();
	};

	stream.on("metadata", () => {
		ready = true;
		listener.onReady();
	});
	stream.on("data", (message: Buffer) => {
		let frames: Frame[];
		try {
			frames = decodeFrames(message);
		} catch (err) {
			stream.cancel();
			fail(failureOnTheWay(status.UNAVAILABLE, `not a frame: ${err}`));
			return;
		}
		for (const frame of frames) take(frame);
	});
	stream.on("error", (error: ServiceError) => {
		const { code, message } = failureOfUnary(error).status;
		fail(failureOnTheWay(code, message));
	});
	stream.on("status", () =>
		fail(failureOnTheWay(status.UNAVAILABLE, "the stream has ended")),
	);

	return {
		call(attempt) {
			const { method, message, context, traceparent, signal } = attempt;
			const waitMs = Math.min(
				attempt.timeoutMs,
				Math.max(0, attempt.deadline - Date.now()),
			);
			return new Promise((resolve, reject) => {
				calls += 1;
				const call = calls;
				const onAbort = () => abandon(call, status.CANCELLED, "caller gone");
				const timer = setTimeout(
					abandon,
					waitMs,
					call,
					status.DEADLINE_EXCEEDED,
					"deadline passed",
				);
				signal.addEventListener("abort", onAbort, { once: true });
				pending.set(call, { attempt, timer, resolve, reject, onAbort });
				writer.send({
					call,
					method: method.path,
					context,
					timeoutMs: Math.ceil(waitMs),
					traceparent,
					body: message,
				});
			});
		},
		isReady: () =>
			ready &&
			!retired &&
			!closed &&
			writer.waitingBytes() <= WAITING_BYTES_MAX,
		inFlight: () => pending.size,
		retire,
		close() {
			stream.cancel();
			const reason = "the connection was closed";
			fail(failureOnTheWay(status.UNAVAILABLE, reason));
		},
	};
}
