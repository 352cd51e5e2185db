import { status } from "@grpc/grpc-js";
import type { AppError } from "@supportdesk/errors/app-error.ts";
import {
	CallFailure,
	transportFailure,
} from "../../../packages/rpc/src/call-failure.ts";
import type { Attempt } from "../../../packages/rpc/src/connection/attempt.ts";
import type { ServedMethod } from "../../../packages/rpc/src/served-method.ts";
import type { createContextVerifier } from "../../../packages/rpc/src/signed-context.ts";
import { toStatus } from "../../../packages/rpc/src/status.ts";
import {
	decodeFrames,
	encodeFrames,
	frame,
} from "../../../packages/rpc/src/stream/frame.ts";

export const PATH = "/supportdesk.bench.v1.SingleCall/Call";

/** A call with its method and context in one message. */
export function encodeCall(attempt: Attempt): Buffer {
	const { method, context, traceparent, deadline, request } = attempt;
	const timeoutMs = Math.max(0, deadline - Date.now());
	const header = { call: 1, method: method.path, context, traceparent };
	return encodeFrames([frame({ ...header, timeoutMs }, request as Buffer)]);
}

/** The response that `answerCall` wrote. @throws CallFailure */
export function decodeResponse(bytes: Buffer, { method }: Attempt): unknown {
	const [response] = decodeFrames(bytes);
	if (!response) throw transportFailure(status.UNAVAILABLE, "no response");
	const { header, body } = response;
	if (header.status) throw new CallFailure(header.status, { answered: true });
	return method.responseDeserialize(bufferOf(body));
}

/** Runs the call that `encodeCall` wrote. */
export async function answerCall(
	bytes: Buffer,
	methods: ReadonlyMap<string, ServedMethod>,
	verify: ReturnType<typeof createContextVerifier>,
	signal: AbortSignal,
): Promise<Buffer> {
	const { header, body } = decodeFrames(bytes)[0]!;
	const now = Date.now();
	const method = methods.get(header.method)!;
	const caller = verify(header.method, header.context, now);
	if (!caller) throw new Error("unsigned");
	const deadline = now + Math.min(method.timeoutMs, header.timeoutMs);
	try {
		const request = method.codec.requestDeserialize(bufferOf(body));
		const context = { ...caller, deadline, signal };
		const response = await method.run(request, context, header.traceparent);
		const message = method.codec.responseSerialize(response as never);
		return encodeFrames([frame({ call: 1 }, message)]);
	} catch (error) {
		const { details, ...rest } = toStatus(error as AppError);
		const failure = { ...rest, details: Buffer.from(details) };
		return encodeFrames([frame({ call: 1, status: failure })]);
	}
}

const bufferOf = (bytes: Uint8Array) =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
