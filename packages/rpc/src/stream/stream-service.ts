import type { Server, ServerDuplexStream } from "@grpc/grpc-js";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { STREAM_AGE_MS } from "../channel-options.ts";
import { LargeResponses } from "../large-responses.ts";
import type { ServedMethod } from "../served-method.ts";
import type { createContextVerifier } from "../signed-context.ts";
import { EXCHANGE, TAKE_RESPONSE } from "./methods.ts";
import { ServedStream } from "./served-stream.ts";

/** `supportdesk.rpc.v1.StreamService`: the small calls of all services of a process. */
export interface StreamService {
	addToServer(server: Server): void;
	/** Makes the clients of all streams end them; calls that were already sent are served. */
	retire(): void;
}

export function createStreamService(
	methods: ReadonlyMap<string, ServedMethod>,
	verify: ReturnType<typeof createContextVerifier>,
	log: Logger,
): StreamService {
	const streams = new Set<ServedStream>();
	const large = new LargeResponses(verify);
	const host = { methods, verify, large, log };
	let draining = false;

	const exchange = (stream: ServerDuplexStream<Buffer, Buffer>) => {
		const served = new ServedStream(stream, host, () => {
			clearTimeout(timer);
			streams.delete(served);
		});
		// Spread, so that streams that were opened together are not all replaced together.
		const ageMs = STREAM_AGE_MS * (0.8 + 0.2 * Math.random());
		const timer = setTimeout(() => served.retire(), ageMs).unref();
		streams.add(served);
		if (draining) served.retire();
	};
	return {
		addToServer(server) {
			server.addService(
				{ exchange: EXCHANGE, takeResponse: TAKE_RESPONSE },
				{ exchange, takeResponse: large.take.bind(large) },
			);
		},
		retire() {
			draining = true;
			for (const stream of streams) stream.retire();
		},
	};
}
