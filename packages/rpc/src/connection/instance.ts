import type { ChannelCredentials } from "@grpc/grpc-js";
import { SMALL_BYTES_MAX } from "../stream/frame.ts";
import type { LargeResponse } from "../stream/pending-calls.ts";
import {
	StreamConnection,
	type StreamListener,
} from "../stream/stream-connection.ts";
import type { Attempt } from "./attempt.ts";
import { CallChannel } from "./call-channel.ts";
import { ReconnectingStream } from "./reconnecting-stream.ts";

/** How small calls travel: in a stream of frames, or each as a unary call of gRPC, which every version and tool speaks. */
export type Transport = "stream" | "unary";

// Of a call's time, for fetching a large response once there is memory for it.
const TAKE_MS = 1_000;

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

/** One instance of a service, reconnected until it is retired. */
export interface Instance {
	isReady(): boolean;
	inFlight(): number;
	/** Resolves to the response; fails as `UNAVAILABLE` while it is not ready. @throws CallFailure */
	call(attempt: Attempt): Promise<unknown>;
	/** Ends when the calls in progress have. */
	retire(): void;
	/** Cuts off what is in progress. */
	close(): void;
}

export function createInstance(options: InstanceOptions): Instance {
	const { address, authority, credentials, onReady } = options;
	const channel = new CallChannel(address, authority, credentials);
	let isUnaryReady = false;
	let isChannelWatched = false;
	let inFlight = 0;
	let isRetired = false;

	/** Connects the channel for small calls as well. */
	const watchChannel = () => {
		if (isChannelWatched) return;
		isChannelWatched = true;
		channel.watch((isReady) => {
			isUnaryReady = isReady;
			if (isReady) onReady();
		});
	};
	const open = (listener: StreamListener) =>
		new StreamConnection(address, authority, credentials, listener);
	let streams: ReconnectingStream | undefined;
	if (options.transport === "unary") watchChannel();
	else streams = new ReconnectingStream(open, onReady, watchChannel);

	const send = async (attempt: Attempt): Promise<unknown> => {
		const { request, method } = attempt;
		const isSmall =
			Buffer.isBuffer(request) && request.length <= SMALL_BYTES_MAX;
		const stream = streams?.ready;
		if (!isSmall || !stream) return channel.call(attempt);
		const response = await stream.call(attempt, request);
		return method.responseDeserialize(
			Buffer.isBuffer(response) ? response : await take(attempt, response),
		);
	};
	const take = async (attempt: Attempt, { id, bytes }: LargeResponse) => {
		await attempt.admitLarge?.(bytes, attempt.deadline - TAKE_MS);
		return channel.takeResponse(attempt, id);
	};
	return {
		isReady: () => streams?.ready !== undefined || isUnaryReady,
		inFlight: () => inFlight,
		async call(attempt) {
			inFlight += 1;
			try {
				return await send(attempt);
			} finally {
				inFlight -= 1;
				if (isRetired && inFlight === 0) channel.close();
			}
		},
		retire() {
			isRetired = true;
			streams?.retire();
			if (inFlight === 0) channel.close();
		},
		close() {
			streams?.close();
			channel.close();
		},
	};
}
