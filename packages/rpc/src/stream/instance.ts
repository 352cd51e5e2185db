import {
	type ChannelCredentials,
	Client,
	connectivityState,
	Metadata,
	status,
} from "@grpc/grpc-js";
import { type CallFailure, failureOfUnary } from "../call-failure.ts";
import { channelOptions } from "../channel-options.ts";
import { CONTEXT_HEADER } from "../signed-context.ts";
import {
	type Attempt,
	openStream,
	type StreamConnection,
} from "./stream-connection.ts";

// A restarted service is found soon, a dead one is not flooded.
const RECONNECT_MS_MIN = 100;
const RECONNECT_MS_MAX = 1_000;
// An instance of an older version knows no streams; its successor on the same address may.
const TRY_STREAM_AGAIN_MS = 60_000;

/** How calls travel: in a stream of frames, or each as a unary call of gRPC, which every version and tool speaks. */
export type Hop = "stream" | "unary";

export interface InstanceOptions {
	/** A gRPC target of one instance. */
	readonly address: string;
	/** Host and port as callers name the service. */
	readonly authority: string;
	readonly credentials: ChannelCredentials;
	readonly hop: Hop;
	/** Told when the instance may have become ready. */
	readonly onReady: () => void;
}

/** One instance of a service, reconnected for as long as it is wanted. */
export interface Instance {
	isReady(): boolean;
	inFlight(): number;
	/** Resolves to the answer; only while it is ready. @throws CallFailure */
	call(attempt: Attempt): Promise<unknown>;
	/** It is not wanted any more: ends when what is in progress has. */
	retire(): void;
	/** Ends at once. */
	close(): void;
}

export function createInstance(options: InstanceOptions): Instance {
	const { address, authority, credentials } = options;
	const retiring = new Set<StreamConnection>();
	let stream: StreamConnection | undefined;
	let unary: UnaryChannel | undefined;
	let unaryInFlight = 0;
	let reconnectMs = RECONNECT_MS_MIN;
	let timer: NodeJS.Timeout | undefined;
	let wanted = true;

	const later = (delayMs: number) => {
		if (wanted) timer = setTimeout(connect, delayMs).unref();
	};
	function connect() {
		const opened = openStream(address, authority, credentials, {
			onReady() {
				reconnectMs = RECONNECT_MS_MIN;
				unary?.close();
				unary = undefined;
				options.onReady();
			},
			onRetired() {
				retiring.add(opened);
				if (stream !== opened) return;
				stream = undefined;
				if (wanted) connect();
			},
			onClosed(failure) {
				retiring.delete(opened);
				if (stream !== opened) return;
				stream = undefined;
				if (failure.status.code === status.UNIMPLEMENTED) {
					unary ??= openUnary();
					later(TRY_STREAM_AGAIN_MS);
					return;
				}
				later(reconnectMs * (0.8 + 0.4 * Math.random()));
				reconnectMs = Math.min(reconnectMs * 2, RECONNECT_MS_MAX);
			},
		});
		stream = opened;
	}
	const openUnary = () => new UnaryChannel(options);
	if (options.hop === "stream") connect();
	else unary = openUnary();

	return {
		isReady: () => stream?.isReady() === true || unary?.isReady() === true,
		inFlight: () => unaryInFlight + (stream?.inFlight() ?? 0),
		async call(attempt) {
			if (stream?.isReady()) return stream.call(attempt);
			unaryInFlight += 1;
			try {
				return await unary!.call(attempt);
			} finally {
				unaryInFlight -= 1;
			}
		},
		retire() {
			wanted = false;
			clearTimeout(timer);
			if (stream?.isReady()) stream.retire();
			else stream?.close();
			unary?.close();
		},
		close() {
			wanted = false;
			clearTimeout(timer);
			for (const each of [stream, ...retiring]) each?.close();
			unary?.close();
		},
	};
}

/** Calls as gRPC has them, each a request of HTTP/2. */
class UnaryChannel {
	readonly #client: Client;
	#ready = false;

	constructor({ address, authority, credentials, onReady }: InstanceOptions) {
		this.#client = new Client(address, credentials, channelOptions(authority));
		const channel = this.#client.getChannel();
		const watch = () => {
			const state = channel.getConnectivityState(true);
			if (state === connectivityState.SHUTDOWN) return;
			this.#ready = state === connectivityState.READY;
			if (this.#ready) onReady();
			channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, watch);
		};
		watch();
	}

	isReady(): boolean {
		return this.#ready;
	}

	call(attempt: Attempt): Promise<unknown> {
		const { method, message, signal } = attempt;
		const metadata = new Metadata();
		metadata.set(CONTEXT_HEADER, attempt.context);
		if (attempt.traceparent) metadata.set("traceparent", attempt.traceparent);
		const deadline = Math.min(attempt.deadline, Date.now() + attempt.timeoutMs);
		return new Promise((resolve, reject: (failure: CallFailure) => void) => {
			const call = this.#client.makeUnaryRequest(
				method.path,
				(bytes: Buffer) => bytes,
				method.responseDeserialize,
				message,
				metadata,
				{ deadline },
				(error, response) => {
					signal.removeEventListener("abort", cancel);
					if (error) reject(failureOfUnary(error));
					else resolve(response);
				},
			);
			const cancel = () => call.cancel();
			signal.addEventListener("abort", cancel, { once: true });
		});
	}

	close(): void {
		this.#client.close();
	}
}
