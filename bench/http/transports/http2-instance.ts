import { type ClientHttp2Session, connect, constants } from "node:http2";
import { connect as connectSocket } from "node:net";
import { status } from "@grpc/grpc-js";
import { transportFailure } from "../../../packages/rpc/src/call-failure.ts";
import type { Attempt } from "../../../packages/rpc/src/connection/attempt.ts";
import type {
	Instance,
	InstanceOptions,
} from "../../../packages/rpc/src/connection/instance.ts";
import {
	SESSION,
	SESSION_WINDOW_BYTES,
	socketBeside,
	withoutPrefix,
	withPrefix,
} from "./http2-service.ts";
import { decodeResponse, encodeCall, PATH } from "./single-call.ts";

const HEADERS = {
	":method": "POST",
	":path": PATH,
	"content-type": "application/grpc+proto",
	te: "trailers",
};
const RECONNECT_MS = 100;

export function createInstance(options: InstanceOptions): Instance {
	const path = socketBeside(/\d+$/.exec(options.address)![0]);
	let session: ClientHttp2Session;
	let isReady = false;
	let inFlight = 0;
	const open = () => {
		session = connect("http://localhost", {
			...SESSION,
			createConnection: () => connectSocket(path),
		});
		session.on("connect", () => {
			session.setLocalWindowSize(SESSION_WINDOW_BYTES);
			isReady = true;
			options.onReady();
		});
		session.on("error", () => {});
		session.on("close", () => {
			isReady = false;
			setTimeout(open, RECONNECT_MS).unref();
		});
		session.unref();
	};
	open();
	return {
		isReady: () => isReady,
		inFlight: () => inFlight,
		call(attempt: Attempt) {
			const { signal, deadline } = attempt;
			inFlight += 1;
			return new Promise((resolve, reject) => {
				const stream = session.request(HEADERS);
				const chunks: Buffer[] = [];
				stream.on("data", (chunk: Buffer) => chunks.push(chunk));
				stream.on("error", () => {});
				stream.on("end", () => {
					inFlight -= 1;
					clearTimeout(timer);
					signal.removeEventListener("abort", cancel);
					try {
						resolve(decodeResponse(withoutPrefix(chunks), attempt));
					} catch (failure) {
						reject(failure);
					}
				});
				const cancel = () => stream.close(constants.NGHTTP2_CANCEL);
				const timer = setTimeout(() => {
					reject(transportFailure(status.DEADLINE_EXCEEDED, "too late"));
					cancel();
				}, deadline - Date.now());
				signal.addEventListener("abort", cancel, { once: true });
				stream.end(withPrefix(encodeCall(attempt)));
			});
		},
		retire: () => session.close(),
		close: () => session.destroy(),
	};
}
