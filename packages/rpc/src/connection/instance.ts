import { type ChannelCredentials, status } from "@grpc/grpc-js";
import type { CallFailure } from "../call-failure.ts";
import { SMALL_BYTES_MAX } from "../stream/frame.ts";
import {
	openStream,
	type StreamConnection,
} from "../stream/stream-connection.ts";
import type { Attempt } from "./attempt.ts";
import { CallChannel } from "./call-channel.ts";

// A restarted service is found soon, a dead one is not flooded.
const RECONNECT_MS_MIN = 100;
const RECONNECT_MS_MAX = 1_000;
// An instance of an older version knows no streams; its successor on the same address may.
const TRY_STREAM_AGAIN_MS = 60_000;

/** How small calls travel: in a stream of frames, or each as a unary call of gRPC, which every version and tool speaks. */
export type Transport = "stream" | "unary";

export interface InstanceOptions {
	/** A gRPC target of one instance. */
	readonly address: string;
	/** Host and port as callers name the service. */
	readonly authority: string;
	readonly credentials: ChannelCredentials;
	readonly transport: Transport;
	/** Called when the instance may have become ready. */
	readonly onReady: () => void;
}

/** One instance of a service, reconnected for as long as it is wanted. */
export interface Instance {
	isReady(): boolean;
	inFlight(): number;
	/** Resolves to the response; fails as `UNAVAILABLE` while it is not ready. @throws CallFailure */
	call(attempt: Attempt): Promise<unknown>;
	/** It is not wanted any more: ends when what is in progress has. */
	retire(): void;
	/** Ends at once. */
	close(): void;
}

export function createInstance(options: InstanceOptions): Instance {
	const { address, authority, credentials, onReady } = options;
	const channel = new CallChannel(address, authority, credentials);
	const retiring = new Set<StreamConnection>();
	let stream: StreamConnection | undefined;
	let isUnaryReady = false;
	let isWatched = false;
	let inFlight = 0;
	let reconnectMs = RECONNECT_MS_MIN;
	let timer: NodeJS.Timeout | undefined;
	let wanted = true;

	const connectLater = (delayMs: number) => {
		if (wanted) timer = setTimeout(connect, delayMs).unref();
	};
	const useUnary = () => {
		if (isWatched) return;
		isWatched = true;
		channel.watch((isReady) => {
			isUnaryReady = isReady;
			if (isReady) onReady();
		});
	};
	const onClosed = (failure: CallFailure) => {
		stream = undefined;
		if (failure.status.code === status.UNIMPLEMENTED) {
			useUnary();
			connectLater(TRY_STREAM_AGAIN_MS);
			return;
		}
		connectLater(reconnectMs * (0.8 + 0.4 * Math.random()));
		reconnectMs = Math.min(reconnectMs * 2, RECONNECT_MS_MAX);
	};
	function connect() {
		const opened = openStream(address, authority, credentials, {
			onReady() {
				reconnectMs = RECONNECT_MS_MIN;
				onReady();
			},
			onRetired() {
				retiring.add(opened);
				if (stream !== opened) return;
				stream = undefined;
				if (wanted) connect();
			},
			onClosed(failure) {
				retiring.delete(opened);
				if (stream === opened) onClosed(failure);
			},
		});
		stream = opened;
	}
	if (options.transport === "stream") connect();
	else useUnary();

	const send = async (attempt: Attempt): Promise<unknown> => {
		const { request, method } = attempt;
		const isSmall =
			Buffer.isBuffer(request) && request.length <= SMALL_BYTES_MAX;
		if (!isSmall || !stream?.isReady()) return channel.call(attempt);
		const response = await stream.call(attempt, request);
		return method.responseDeserialize(
			Buffer.isBuffer(response)
				? response
				: await channel.takeResponse(attempt, response.largeResponse),
		);
	};
	return {
		isReady: () => stream?.isReady() === true || isUnaryReady,
		inFlight: () => inFlight,
		async call(attempt) {
			inFlight += 1;
			try {
				return await send(attempt);
			} finally {
				inFlight -= 1;
				if (!wanted && inFlight === 0) channel.close();
			}
		},
		retire() {
			wanted = false;
			clearTimeout(timer);
			if (stream?.isReady()) stream.retire();
			else stream?.close();
			if (inFlight === 0) channel.close();
		},
		close() {
			wanted = false;
			clearTimeout(timer);
			for (const each of [stream, ...retiring]) each?.close();
			channel.close();
		},
	};
}
