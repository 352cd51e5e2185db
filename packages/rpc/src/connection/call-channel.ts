import {
	type CallOptions,
	type ChannelCredentials,
	Client,
	connectivityState,
	Metadata,
	type ServiceError,
	status,
} from "@grpc/grpc-js";
import { failureOfCall, transportFailure } from "../call-failure.ts";
import { channelOptions } from "../channel-options.ts";
import { CONTEXT_HEADER } from "../signed-context.ts";
import { TAKE_RESPONSE } from "../stream/methods.ts";
import type { Attempt } from "./attempt.ts";

const unchanged = (bytes: Buffer) => bytes;

interface Cancellable {
	cancel(): void;
}

/**
 * A connection to one instance for plain gRPC calls, each with HTTP/2's flow control of its own: what is too large for the
 * stream, and everything at a service that knows no streams. It connects with the first call.
 */
export class CallChannel {
	readonly #client: Client;

	constructor(
		address: string,
		authority: string,
		credentials: ChannelCredentials,
	) {
		this.#client = new Client(address, credentials, channelOptions(authority));
	}

	/** Connects, and reports whenever the connection opens or closes. */
	watch(onChange: (isReady: boolean) => void): void {
		const channel = this.#client.getChannel();
		const report = () => {
			const state = channel.getConnectivityState(true);
			if (state === connectivityState.SHUTDOWN) return;
			onChange(state === connectivityState.READY);
			channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, report);
		};
		report();
	}

	/** @throws CallFailure */
	call(attempt: Attempt): Promise<unknown> {
		const { method, request, signal } = attempt;
		const { path, requestSerialize, responseDeserialize } = method;
		const { metadata, options } = headersOf(attempt);
		return new Promise((resolve, reject) => {
			const settle = (error: ServiceError | null, response?: unknown) => {
				signal.removeEventListener("abort", cancel);
				if (error) reject(failureOfCall(error));
				else resolve(response);
			};
			let call: Cancellable;
			const cancel = () => call.cancel();
			if (Buffer.isBuffer(request)) {
				call = this.#client.makeUnaryRequest(
					path,
					unchanged,
					responseDeserialize,
					request,
					metadata,
					options,
					settle,
				);
			} else {
				const upload = this.#client.makeClientStreamRequest(
					path,
					requestSerialize as (value: unknown) => Buffer,
					responseDeserialize,
					metadata,
					options,
					settle,
				);
				call = upload;
				sendAll(request, upload).catch((err) => {
					upload.cancel();
					reject(err);
				});
			}
			signal.addEventListener("abort", cancel, { once: true });
		});
	}

	/** Fetches a response that was too large for the stream. @throws CallFailure */
	takeResponse(attempt: Attempt, id: string): Promise<Buffer> {
		const { path, requestSerialize, responseDeserialize } = TAKE_RESPONSE;
		const { metadata, options } = headersOf(attempt);
		const call = this.#client.makeServerStreamRequest(
			path,
			requestSerialize,
			responseDeserialize,
			{ id },
			metadata,
			options,
		);
		const parts: Buffer[] = [];
		return new Promise<Buffer>((resolve, reject) => {
			const cancel = () => call.cancel();
			attempt.signal.addEventListener("abort", cancel, { once: true });
			call.on("data", ({ part }) => parts.push(part));
			call.on("error", (error: ServiceError) => {
				attempt.signal.removeEventListener("abort", cancel);
				// The service has done its work: a response that is lost now was lost by the transport, under any status.
				const { code } = error;
				const isLost = code === status.NOT_FOUND || code === status.INTERNAL;
				reject(
					isLost
						? transportFailure(status.UNAVAILABLE, error.message)
						: failureOfCall(error),
				);
			});
			call.on("end", () => {
				attempt.signal.removeEventListener("abort", cancel);
				resolve(Buffer.concat(parts));
			});
		});
	}

	close(): void {
		this.#client.close();
	}
}

function headersOf({ context, traceparent, deadline }: Attempt): {
	metadata: Metadata;
	options: CallOptions;
} {
	const metadata = new Metadata();
	metadata.set(CONTEXT_HEADER, context);
	if (traceparent) metadata.set("traceparent", traceparent);
	return { metadata, options: { deadline } };
}

interface Upload {
	write(message: unknown): boolean;
	end(): void;
	on(event: "drain" | "status", listener: () => void): unknown;
}

/** Writes no faster than the service reads, and stops when it has responded. */
async function sendAll(
	messages: AsyncIterable<unknown>,
	upload: Upload,
): Promise<void> {
	let hasResponse = false;
	let wake = () => {};
	upload.on("drain", () => wake());
	upload.on("status", () => {
		hasResponse = true;
		wake();
	});
	for await (const message of messages) {
		if (hasResponse) return;
		if (upload.write(message)) continue;
		await new Promise<void>((resolve) => {
			wake = resolve;
		});
	}
	upload.end();
}
