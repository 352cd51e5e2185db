import type { Server, ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import type { ServedMethod } from "../../../packages/rpc/src/served-method.ts";
import type { createContextVerifier } from "../../../packages/rpc/src/signed-context.ts";
import { answerCall, PATH } from "./single-call.ts";

const unchanged = (bytes: Buffer) => bytes;

export const METHOD = {
	path: PATH,
	requestStream: false,
	responseStream: false,
	requestSerialize: unchanged,
	requestDeserialize: unchanged,
	responseSerialize: unchanged,
	responseDeserialize: unchanged,
} as const;

export function createStreamService(
	methods: ReadonlyMap<string, ServedMethod>,
	verify: ReturnType<typeof createContextVerifier>,
) {
	const call = async (
		call: ServerUnaryCall<Buffer, Buffer>,
		callback: sendUnaryData<Buffer>,
	) => {
		const abort = new AbortController();
		let answered = false;
		call.on("cancelled", () => answered || abort.abort());
		const { request } = call;
		const bytes = await answerCall(request, methods, verify, abort.signal);
		answered = true;
		callback(null, bytes);
	};
	return {
		addToServer: (server: Server) =>
			server.addService({ call: METHOD }, { call }),
		retire() {},
	};
}
