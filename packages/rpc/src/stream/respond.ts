import { status } from "@grpc/grpc-js";
import { AppError, internalError } from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { LargeResponses } from "../large-responses.ts";
import type { ServedMethod } from "../served-method.ts";
import { type createContextVerifier, UNSIGNED } from "../signed-context.ts";
import { toStatus } from "../status.ts";
import { type Frame, frame as frameOf, SMALL_BYTES_MAX } from "./frame.ts";

const NO_DETAILS = Buffer.alloc(0);

/** What a stream needs of its server. */
export interface StreamHost {
	readonly methods: ReadonlyMap<string, ServedMethod>;
	readonly verify: ReturnType<typeof createContextVerifier>;
	readonly large: LargeResponses;
	readonly log: Logger;
}

/** Runs the call of a frame; its failure is a response as well. */
export async function respond(
	{ header, body }: Frame,
	{ methods, verify, large, log }: StreamHost,
	waitMs: number,
	signal: AbortSignal,
): Promise<Frame> {
	const { call, method: path, context, traceparent } = header;
	const refuse = (code: status, message: string) =>
		frameOf({ call, status: { code, message, details: NO_DETAILS } });
	const now = Date.now();
	const method = methods.get(path);
	if (!method || method.codec.requestStream) {
		return refuse(status.UNIMPLEMENTED, "There is no such method.");
	}
	const caller = verify(path, context, now);
	if (!caller) {
		log.warn({ method: path }, "unsigned call refused");
		return refuse(status.UNAUTHENTICATED, UNSIGNED);
	}
	let request: unknown;
	try {
		request = method.codec.requestDeserialize(bufferOf(body));
	} catch {
		return refuse(status.INTERNAL, "The request cannot be read.");
	}
	const onGone: (() => void)[] = [];
	const gone = () => {
		for (const callback of onGone) callback();
	};
	const callContext = {
		...caller,
		deadline: now + waitMs,
		signal,
		whenResponseGone: (callback: () => void) => void onGone.push(callback),
	};
	try {
		const response = await method.run(request, callContext, traceparent);
		const message = method.codec.responseSerialize(response as never);
		const largeResponseBytes = message.length;
		if (largeResponseBytes <= SMALL_BYTES_MAX || signal.aborted) {
			gone();
			return frameOf({ call }, message);
		}
		const largeResponse = large.keep(message, path, caller, gone);
		return frameOf({ call, largeResponse, largeResponseBytes });
	} catch (error) {
		gone();
		const failure = error instanceof AppError ? error : internalError(error);
		const { details, ...rest } = toStatus(failure);
		return frameOf({ call, status: { ...rest, details: bufferOf(details) } });
	}
}

const bufferOf = (bytes: Uint8Array) =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
