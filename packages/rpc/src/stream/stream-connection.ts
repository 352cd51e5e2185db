import {
	type ChannelCredentials,
	Client,
	type ClientDuplexStream,
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
import { createFrameWriter, type FrameWriter } from "./frame-writer.ts";
import { EXCHANGE } from "./methods.ts";
import { PendingCalls, type StreamResponse } from "./pending-calls.ts";

export interface StreamListener {
	/** The peer has accepted the stream. */
	onReady(): void;
	/** The stream takes no more calls; those in progress continue. */
	onRetired(): void;
	/** The stream has ended; what was in progress has failed. */
	onClosed(failure: CallFailure): void;
}

/** A stream to one instance of a service, on a connection of its own. */
export class StreamConnection {
	readonly #client: Client;
	readonly #stream: ClientDuplexStream<Buffer, Buffer>;
	readonly #listener: StreamListener;
	readonly #writer: FrameWriter;
	readonly #pending: PendingCalls;
	#lastCall = 0;
	#state: "connecting" | "ready" | "retired" | "closed" = "connecting";

	/**
	 * Opens the stream.
	 *
	 * @param address a gRPC target of exactly one instance.
	 * @param authority host and port as callers name the service.
	 */
	constructor(
		address: string,
		authority: string,
		credentials: ChannelCredentials,
		listener: StreamListener,
	) {
		const { path, requestSerialize, responseDeserialize } = EXCHANGE;
		this.#listener = listener;
		this.#client = new Client(address, credentials, channelOptions(authority));
		this.#stream = this.#client.makeBidiStreamRequest(
			path,
			requestSerialize,
			responseDeserialize,
			new Metadata(),
		);
		this.#writer = createFrameWriter(this.#stream);
		this.#pending = new PendingCalls(
			(call) => this.#cancel(call),
			() => this.#endIfDone(),
		);
		this.#stream.on("metadata", () => {
			this.#state = "ready";
			listener.onReady();
		});
		this.#stream.on("data", (message: Buffer) => this.#read(message));
		this.#stream.on("error", (error: ServiceError) => {
			const { code, message } = failureOfCall(error).status;
			this.#fail(transportFailure(code, message));
		});
		this.#stream.on("status", () =>
			this.#fail(transportFailure(status.UNAVAILABLE, "the stream has ended")),
		);
	}

	/** Sends a small request. @throws CallFailure */
	call(attempt: Attempt, request: Buffer): Promise<StreamResponse> {
		const { method, context, traceparent, deadline, signal } = attempt;
		const timeoutMs = Math.ceil(Math.max(0, deadline - Date.now()));
		this.#lastCall += 1;
		const call = this.#lastCall;
		const response = this.#pending.add(call, deadline, timeoutMs, signal);
		const header = { method: method.path, context, timeoutMs, traceparent };
		this.#writer.send(frameOf({ call, ...header }, request));
		return response;
	}

	/** Whether it takes calls. */
	isReady(): boolean {
		return this.#state === "ready";
	}

	/** Takes no more calls and ends when those in progress have. */
	retire(): void {
		if (this.#state !== "connecting" && this.#state !== "ready") return;
		this.#state = "retired";
		this.#endIfDone();
		this.#listener.onRetired();
	}

	/** Cuts off what is in progress. */
	close(): void {
		this.#stream.cancel();
		const reason = "the connection was closed";
		this.#fail(transportFailure(status.UNAVAILABLE, reason));
	}

	#read(message: Buffer): void {
		try {
			for (const frame of decodeFrames(message)) this.#take(frame);
		} catch (err) {
			this.#stream.cancel();
			this.#fail(transportFailure(status.UNAVAILABLE, `not a frame: ${err}`));
		}
	}

	#take({ header, body }: Frame): void {
		const { call, status: callStatus, largeResponse: id } = header;
		if (header.retire) this.retire();
		if (callStatus) {
			const failure = new CallFailure(callStatus, { answered: true });
			this.#pending.reject(call, failure);
		} else if (id) {
			const bytes = header.largeResponseBytes;
			this.#pending.resolve(call, { id, bytes });
		} else {
			const { buffer, byteOffset, length } = body;
			this.#pending.resolve(call, Buffer.from(buffer, byteOffset, length));
		}
	}

	#cancel(call: number): void {
		this.#writer.withdraw(call);
		this.#writer.send(frameOf({ call, cancel: true }));
	}

	/** A turn of the event loop later, so that a cancelled call's last frame is still sent. */
	#endIfDone(): void {
		if (this.#state !== "retired" || this.#pending.size > 0) return;
		setImmediate(() => this.#state !== "closed" && this.#stream.end());
	}

	#fail(failure: CallFailure): void {
		if (this.#state === "closed") return;
		this.#state = "closed";
		this.#writer.stop();
		this.#pending.rejectAll(failure);
		this.#client.close();
		this.#listener.onClosed(failure);
	}
}
