import {
	type ChannelCredentials,
	Client,
	Metadata,
	type ServiceError,
	status,
} from "@grpc/grpc-js";
import {
	CallFailure,
	failureOfCall,
	transportFailure,
} from "../call-failure.ts";
import { channelOptions } from "../channel-options.ts";
import type { Attempt } from "../connection/attempt.ts";
import { decodeFrames, type Frame, frame as frameOf } from "./frame.ts";
import { createFrameWriter } from "./frame-writer.ts";
import { EXCHANGE } from "./methods.ts";

// A timer this late says that our own event loop was busy.
const LATE_MS = 100;

export interface StreamListener {
	/** The peer has accepted the stream. */
	onReady(): void;
	/** The stream takes no more calls; those in progress continue. */
	onRetired(): void;
	/** It is over; what was in progress has failed. */
	onClosed(failure: CallFailure): void;
}

/** A small response as it came, or the id of a large one. */
export type StreamResponse = Buffer | { readonly largeResponse: string };

/** A stream to one instance of a service, on a connection of its own. */
export interface StreamConnection {
	/** Sends a small request. @throws CallFailure */
	call(attempt: Attempt, request: Buffer): Promise<StreamResponse>;
	/** Whether it takes calls. */
	isReady(): boolean;
	/** Takes no more calls and ends when those in progress have. */
	retire(): void;
	/** Cuts off what is in progress. */
	close(): void;
}

interface Pending {
	readonly signal: AbortSignal;
	readonly timer: NodeJS.Timeout;
	resolve(response: StreamResponse): void;
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
	const { path, requestSerialize, responseDeserialize } = EXCHANGE;
	const stream = client.makeBidiStreamRequest(
		path,
		requestSerialize,
		responseDeserialize,
		new Metadata(),
	);
	const writer = createFrameWriter(stream);
	const pending = new Map<number, Pending>();
	let calls = 0;
	let state: "connecting" | "ready" | "retired" | "closed" = "connecting";

	/** Removes a call; undefined when it has been settled already. */
	const settle = (call: number): Pending | undefined => {
		const found = pending.get(call);
		if (!found) return undefined;
		pending.delete(call);
		clearTimeout(found.timer);
		found.signal.removeEventListener("abort", found.onAbort);
		endIfDone();
		return found;
	};
	const abandon = (call: number, failure: CallFailure) => {
		const found = settle(call);
		if (!found) return;
		writer.withdraw(call);
		writer.send(frameOf({ call, cancel: true }));
		found.reject(failure);
	};
	/** A turn later, so that a cancelled call's last frame is still sent. */
	const endIfDone = () => {
		if (state !== "retired" || pending.size > 0) return;
		setImmediate(() => state !== "closed" && stream.end());
	};
	const fail = (failure: CallFailure) => {
		if (state === "closed") return;
		state = "closed";
		writer.stop();
		for (const call of [...pending.keys()]) settle(call)?.reject(failure);
		client.close();
		listener.onClosed(failure);
	};
	const retire = () => {
		if (state !== "connecting" && state !== "ready") return;
		state = "retired";
		endIfDone();
		listener.onRetired();
	};
	const take = ({ header, body }: Frame) => {
		if (header.retire) retire();
		const found = settle(header.call);
		if (!found) return; // its caller has gone, or it concerned the stream
		const { status: callStatus, largeResponse } = header;
		if (callStatus) {
			found.reject(new CallFailure(callStatus, { answered: true }));
		} else if (largeResponse) found.resolve({ largeResponse });
		else found.resolve(Buffer.from(body.buffer, body.byteOffset, body.length));
	};

	stream.on("metadata", () => {
		state = "ready";
		listener.onReady();
	});
	stream.on("data", (message: Buffer) => {
		try {
			for (const frame of decodeFrames(message)) take(frame);
		} catch (err) {
			stream.cancel();
			fail(transportFailure(status.UNAVAILABLE, `not a frame: ${err}`));
		}
	});
	stream.on("error", (error: ServiceError) => {
		const { code, message } = failureOfCall(error).status;
		fail(transportFailure(code, message));
	});
	stream.on("status", () =>
		fail(transportFailure(status.UNAVAILABLE, "the stream has ended")),
	);

	return {
		call({ method, context, traceparent, deadline, signal }, request) {
			const timeoutMs = Math.ceil(Math.max(0, deadline - Date.now()));
			return new Promise((resolve, reject) => {
				calls += 1;
				const call = calls;
				const onAbort = () =>
					abandon(call, transportFailure(status.CANCELLED, "caller gone"));
				const onTimeout = () => {
					const isOurs = Date.now() > deadline + LATE_MS;
					const failure = transportFailure(
						status.DEADLINE_EXCEEDED,
						"deadline passed",
						{ isOurs },
					);
					// What has arrived meanwhile is read first.
					setImmediate(abandon, call, failure);
				};
				const timer = setTimeout(onTimeout, timeoutMs);
				signal.addEventListener("abort", onAbort, { once: true });
				pending.set(call, { signal, timer, resolve, reject, onAbort });
				const header = { method: method.path, context, timeoutMs, traceparent };
				writer.send(frameOf({ call, ...header }, request));
			});
		},
		isReady: () => state === "ready",
		retire,
		close() {
			stream.cancel();
			const reason = "the connection was closed";
			fail(transportFailure(status.UNAVAILABLE, reason));
		},
	};
}
