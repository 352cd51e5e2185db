import { randomUUID } from "node:crypto";
import { type ServerWritableStream, status } from "@grpc/grpc-js";
import type {
	ResponsePart,
	TakeResponseRequest,
} from "@supportdesk/contracts/supportdesk/rpc/v1/stream.ts";
import {
	CONTEXT_HEADER,
	type createContextVerifier,
	UNSIGNED,
} from "./signed-context.ts";

const PART_BYTES = 64 * 1024;
const KEPT_MS = 10_000; // the client takes a response at once; after this long it has gone

interface LargeResponse {
	readonly message: Buffer;
	/** Of the method that made it. */
	readonly path: string;
	readonly requestId: string;
	readonly timer: NodeJS.Timeout;
}

/** Responses too large for the stream, kept until their client takes them. */
export class LargeResponses {
	readonly #kept = new Map<string, LargeResponse>();
	readonly #verify: ReturnType<typeof createContextVerifier>;

	constructor(verify: ReturnType<typeof createContextVerifier>) {
		this.#verify = verify;
	}

	/** Returns the id under which the response is taken. */
	keep(message: Buffer, path: string, requestId: string): string {
		const id = randomUUID();
		const timer = setTimeout(() => this.#kept.delete(id), KEPT_MS).unref();
		this.#kept.set(id, { message, path, requestId, timer });
		return id;
	}

	/** Serves `TakeResponse`: writes no faster than the client reads. */
	async take(
		call: ServerWritableStream<TakeResponseRequest, ResponsePart>,
	): Promise<void> {
		const { id } = call.request;
		const response = this.#kept.get(id);
		if (!response) {
			const details = "There is no such response.";
			call.emit("error", { code: status.NOT_FOUND, details });
			return;
		}
		const signed = call.metadata.get(CONTEXT_HEADER).map(String);
		const caller = this.#verify(response.path, signed[0], Date.now());
		if (caller?.requestId !== response.requestId) {
			const details = UNSIGNED;
			call.emit("error", { code: status.UNAUTHENTICATED, details });
			return;
		}
		clearTimeout(response.timer);
		this.#kept.delete(id);
		await writeAll(response.message, call);
	}
}

/** Writes no faster than the client reads. */
async function writeAll(
	message: Buffer,
	call: ServerWritableStream<TakeResponseRequest, ResponsePart>,
): Promise<void> {
	let wake = () => {};
	call.on("drain", () => wake()).on("cancelled", () => wake());
	for (let at = 0; at < message.length; at += PART_BYTES) {
		if (call.cancelled) return;
		const part = message.subarray(at, at + PART_BYTES);
		if (call.write({ part })) continue;
		await new Promise<void>((resolve) => {
			wake = resolve;
		});
	}
	call.end();
}
