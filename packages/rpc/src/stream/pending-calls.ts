import { status } from "@grpc/grpc-js";
import { type CallFailure, transportFailure } from "../call-failure.ts";

// A timer this late means that our own event loop was busy.
const LATE_MS = 100;

/** A response that is too large for the stream and is fetched by its id. */
export interface LargeResponse {
	readonly id: string;
	/** Zero from a service of an older version. */
	readonly bytes: number;
}

/** A small response as it came, or where a large one is. */
export type StreamResponse = Buffer | LargeResponse;

interface PendingCall {
	resolve(response: StreamResponse): void;
	reject(failure: CallFailure): void;
	/** Stops the timer and removes the listener of the caller's signal. */
	release(): void;
}

/** The calls in progress of a stream by their numbers: each until its response, its deadline or its cancellation. */
export class PendingCalls {
	readonly #calls = new Map<number, PendingCall>();
	readonly #onAbandon: (call: number) => void;
	readonly #onSettled: () => void;

	/**
	 * @param onAbandon called when a call has passed its deadline or was cancelled.
	 * @param onSettled called after each call that has ended.
	 */
	constructor(onAbandon: (call: number) => void, onSettled: () => void) {
		this.#onAbandon = onAbandon;
		this.#onSettled = onSettled;
	}

	get size(): number {
		return this.#calls.size;
	}

	/**
	 * Adds a call.
	 *
	 * @param deadline epoch milliseconds.
	 * @throws CallFailure when the call fails.
	 */
	add(
		call: number,
		deadline: number,
		timeoutMs: number,
		signal: AbortSignal,
	): Promise<StreamResponse> {
		return new Promise((resolve, reject) => {
			const onAbort = () =>
				this.#abandon(
					call,
					transportFailure(status.CANCELLED, "caller disconnected"),
				);
			const onTimeout = () => {
				const failure = transportFailure(
					status.DEADLINE_EXCEEDED,
					"deadline passed",
					{ isOurs: Date.now() > deadline + LATE_MS },
				);
				// What has arrived meanwhile is read first.
				setImmediate(() => this.#abandon(call, failure));
			};
			const timer = setTimeout(onTimeout, timeoutMs);
			signal.addEventListener("abort", onAbort, { once: true });
			const release = () => {
				clearTimeout(timer);
				signal.removeEventListener("abort", onAbort);
			};
			this.#calls.set(call, { resolve, reject, release });
		});
	}

	/** Does nothing for a call that has ended, and neither does `reject`. */
	resolve(call: number, response: StreamResponse): void {
		this.#remove(call)?.resolve(response);
	}

	reject(call: number, failure: CallFailure): void {
		this.#remove(call)?.reject(failure);
	}

	rejectAll(failure: CallFailure): void {
		for (const call of [...this.#calls.keys()]) this.reject(call, failure);
	}

	#abandon(call: number, failure: CallFailure): void {
		const found = this.#remove(call);
		if (!found) return;
		this.#onAbandon(call);
		found.reject(failure);
	}

	#remove(call: number): PendingCall | undefined {
		const found = this.#calls.get(call);
		if (!found) return undefined;
		this.#calls.delete(call);
		found.release();
		this.#onSettled();
		return found;
	}
}
