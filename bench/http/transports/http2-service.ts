import { rmSync } from "node:fs";
import { createServer, type ServerHttp2Stream } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServedMethod } from "../../../packages/rpc/src/served-method.ts";
import type { createContextVerifier } from "../../../packages/rpc/src/signed-context.ts";
import { answerCall } from "./single-call.ts";

export const SESSION = {
	settings: { initialWindowSize: 4 * 1024 * 1024, enablePush: false },
};
export const SESSION_WINDOW_BYTES = 16 * 1024 * 1024;
const PREFIX_BYTES = 5;

/** A message with gRPC's prefix: not compressed, so many bytes. */
export function withPrefix(message: Buffer): Buffer {
	const bytes = Buffer.allocUnsafe(PREFIX_BYTES + message.length);
	bytes[0] = 0;
	bytes.writeUInt32BE(message.length, 1);
	message.copy(bytes, PREFIX_BYTES);
	return bytes;
}

export function withoutPrefix(chunks: readonly Buffer[]): Buffer {
	const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
	return all.subarray(PREFIX_BYTES);
}

/** A socket in addition to the service's port, where HTTP/2 connections belong to grpc-js. */
export const socketBeside = (port: string) =>
	join(tmpdir(), `supportdesk-bench-${port}.sock`);

export function createStreamService(
	methods: ReadonlyMap<string, ServedMethod>,
	verify: ReturnType<typeof createContextVerifier>,
) {
	const answer = (stream: ServerHttp2Stream) => {
		const abort = new AbortController();
		const chunks: Buffer[] = [];
		let answered = false;
		stream.on("data", (chunk: Buffer) => chunks.push(chunk));
		stream.on("error", () => {});
		stream.on("close", () => answered || abort.abort());
		stream.on("end", async () => {
			const message = withoutPrefix(chunks);
			const bytes = await answerCall(message, methods, verify, abort.signal);
			answered = true;
			stream.respond(
				{ ":status": 200, "content-type": "application/grpc+proto" },
				{ waitForTrailers: true },
			);
			stream.on("wantTrailers", () =>
				stream.sendTrailers({ "grpc-status": "0" }),
			);
			stream.end(withPrefix(bytes));
		});
	};
	return {
		addToServer() {
			const server = createServer(SESSION);
			server.on("session", (session) =>
				session.setLocalWindowSize(SESSION_WINDOW_BYTES),
			);
			server.on("stream", answer);
			const path = socketBeside(process.env.PORT!);
			rmSync(path, { force: true }); // of a process that was killed
			server.listen(path);
			server.unref();
		},
		retire() {},
	};
}
