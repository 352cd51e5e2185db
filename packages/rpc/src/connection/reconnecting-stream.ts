import { status } from "@grpc/grpc-js";
import type { CallFailure } from "../call-failure.ts";
import type {
	StreamConnection,
	StreamListener,
} from "../stream/stream-connection.ts";

// A restarted service is found soon, a dead one is not flooded.
const RECONNECT_MS_MIN = 100;
const RECONNECT_MS_MAX = 1_000;
// An instance of an older version knows no streams; its successor on the same address may.
const TRY_STREAM_AGAIN_MS = 60_000;

/** Keeps one stream to an instance open: connects again when it has failed, and before it ends. */
export class ReconnectingStream {
	readonly #open: (listener: StreamListener) => StreamConnection;
	readonly #onReady: () => void;
	readonly #onUnimplemented: () => void;
	readonly #retiring = new Set<StreamConnection>();
	#stream: StreamConnection | undefined;
	#timer: NodeJS.Timeout | undefined;
	#reconnectMs = RECONNECT_MS_MIN;
	#isWanted = true;

	/**
	 * @param open opens a stream to the instance.
	 * @param onReady called when a stream takes calls.
	 * @param onUnimplemented called when the instance knows no streams.
	 */
	constructor(
		open: (listener: StreamListener) => StreamConnection,
		onReady: () => void,
		onUnimplemented: () => void,
	) {
		this.#open = open;
		this.#onReady = onReady;
		this.#onUnimplemented = onUnimplemented;
		this.#connect();
	}

	/** The stream that takes calls; undefined while there is none. */
	get ready(): StreamConnection | undefined {
		return this.#stream?.isReady() ? this.#stream : undefined;
	}

	/** Ends when the calls in progress have. */
	retire(): void {
		this.#isWanted = false;
		clearTimeout(this.#timer);
		if (this.ready) this.ready.retire();
		else this.#stream?.close();
	}

	/** Cuts off what is in progress. */
	close(): void {
		this.#isWanted = false;
		clearTimeout(this.#timer);
		for (const each of [this.#stream, ...this.#retiring]) each?.close();
	}

	#connect(): void {
		const opened = this.#open({
			onReady: () => {
				this.#reconnectMs = RECONNECT_MS_MIN;
				this.#onReady();
			},
			onRetired: () => {
				this.#retiring.add(opened);
				if (this.#stream !== opened) return;
				this.#stream = undefined;
				if (this.#isWanted) this.#connect();
			},
			onClosed: (failure) => {
				this.#retiring.delete(opened);
				if (this.#stream === opened) this.#connectAgain(failure);
			},
		});
		this.#stream = opened;
	}

	#connectAgain(failure: CallFailure): void {
		this.#stream = undefined;
		if (failure.status.code === status.UNIMPLEMENTED) {
			this.#onUnimplemented();
			this.#connectLater(TRY_STREAM_AGAIN_MS);
			return;
		}
		this.#connectLater(this.#reconnectMs * (0.8 + 0.4 * Math.random()));
		this.#reconnectMs = Math.min(this.#reconnectMs * 2, RECONNECT_MS_MAX);
	}

	#connectLater(delayMs: number): void {
		if (!this.#isWanted) return;
		this.#timer = setTimeout(() => this.#connect(), delayMs).unref();
	}
}
