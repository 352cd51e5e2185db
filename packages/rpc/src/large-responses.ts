import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServerWritableStream, status } from "@grpc/grpc-js";
import type {
	ResponsePart,
	TakeResponseRequest,
} from "@supportdesk/contracts/supportdesk/rpc/v1/stream.ts";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import {
	type CallerContext,
	CONTEXT_HEADER,
	type createContextVerifier,
	UNSIGNED,
} from "./signed-context.ts";

// Faster than 13 MiB/s, receiving a response would take the processor from other requests.
const PART_BYTES = 64 * 1024;
const REST_MS = 4;
const KEPT_MS = 10_000; // a client takes a response at once; after this time it has disconnected
// Of one workspace. A client that is so far behind reads no faster when more is kept.
const WORKSPACE_BYTES_MAX = 32 * 1024 * 1024;

interface LargeResponse {
	readonly message: Buffer;
	/** Of the method that made it. */
	readonly path: string;
	readonly caller: CallerContext;
	readonly timer: NodeJS.Timeout;
	readonly onGone: () => void;
}

/** Responses too large for the stream, kept until their client takes them. */
export class LargeResponses {
	readonly #kept = new Map<string, LargeResponse>();
	readonly #bytesOf = new Map<string, number>();
	readonly #verify: ReturnType<typeof createContextVerifier>;

	constructor(verify: ReturnType<typeof createContextVerifier>) {
		this.#verify = verify;
	}

	/**
	 * Returns the id under which the response is taken.
	 *
	 * @param onGone called when the response has been sent or discarded.
	 * @throws AppError `service_unavailable` when too much is kept for the workspace.
	 */
	keep(
		message: Buffer,
		path: string,
		caller: CallerContext,
		onGone: () => void,
	): string {
		const { workspaceId } = caller;
		const bytes = this.#bytesOf.get(workspaceId) ?? 0;
		if (bytes > 0 && bytes + message.length > WORKSPACE_BYTES_MAX) {
			throw serviceUnavailable(new Error("too much is kept"));
		}
		const id = randomUUID();
		const discard = () => {
			this.#kept.delete(id);
			this.#free(response);
		};
		const timer = setTimeout(discard, KEPT_MS).unref();
		const response = { message, path, caller, timer, onGone };
		this.#kept.set(id, response);
		this.#bytesOf.set(workspaceId, bytes + message.length);
		return id;
	}

	#free({ message, caller: { workspaceId }, onGone }: LargeResponse): void {
		const left = this.#bytesOf.get(workspaceId)! - message.length;
		if (left > 0) this.#bytesOf.set(workspaceId, left);
		else this.#bytesOf.delete(workspaceId);
		onGone();
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
		if (caller?.requestId !== response.caller.requestId) {
			const details = UNSIGNED;
			call.emit("error", { code: status.UNAUTHENTICATED, details });
			return;
		}
		clearTimeout(response.timer);
		this.#kept.delete(id);
		await writeAll(response.message, call);
		this.#free(response);
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
		if (!call.write({ part })) {
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
		}
		await sleep(REST_MS);
	}
	call.end();
}
