import type { Server, ServerDuplexStream } from "@grpc/grpc-js";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { STREAM_AGE_MS } from "../channel-options.ts";
import type { ServedMethod } from "../served-method.ts";
import type { createContextVerifier } from "../signed-context.ts";
import { type ServedStream, serveStream } from "./serve-stream.ts";
import { STREAM_METHOD } from "./stream-method.ts";

/** `supportdesk.rpc.v1.StreamService`: the calls of all services of a process in streams of frames. */
export interface StreamService {
	addToServer(server: Server): void;
	/** Asks the clients of all streams to end them; calls that are on their way are answered. */
	retire(): void;
}

export function createStreamService(
	methods: ReadonlyMap<string, ServedMethod>,
	verify: ReturnType<typeof createContextVerifier>,
	log: Logger,
): StreamService {
	const streams = new Set<ServedStream>();
	let draining = false;

	const call = (stream: ServerDuplexStream<Buffer, Buffer>) => {
		const served = serveStream(stream, methods, verify, log, () => {
			clearTimeout(timer);
			streams.delete(served);
		});
		// Spread, so that streams that began together do not all move together.
		const ageMs = STREAM_AGE_MS * (0.8 + 0.2 * Math.random());
		const timer = setTimeout(served.retire, ageMs).unref();
		streams.add(served);
		if (draining) served.retire();
	};
	return {
		addToServer(server) {
			server.addService({ call: STREAM_METHOD }, { call });
		},
		retire() {
			draining = true;
			for (const stream of streams) stream.retire();
		},
	};
}
