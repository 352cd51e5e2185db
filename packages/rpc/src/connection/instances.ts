import { type ChannelCredentials, status } from "@grpc/grpc-js";
import { transportFailure } from "../call-failure.ts";
import type { Addresses } from "./addresses.ts";
import type { Attempt } from "./attempt.ts";
import { createInstance, type Instance, type Transport } from "./instance.ts";

/**
 * All instances of a service behind one target. Connects to each with the first call, and follows them as they come and
 * go. A call is sent to the instance with the fewest in progress, in turn among equals: one that hangs gets no more
 * than it can hold.
 */
export class Instances {
	readonly #addresses: Addresses;
	readonly #credentials: ChannelCredentials;
	readonly #transport: Transport;
	readonly #byAddress = new Map<string, Instance>();
	#inTurn: Instance[] = [];
	#turn = 0;
	#isStarted = false;
	#isClosed = false;
	#readiness = Promise.withResolvers<void>();

	constructor(
		addresses: Addresses,
		credentials: ChannelCredentials,
		transport: Transport,
	) {
		this.#addresses = addresses;
		this.#credentials = credentials;
		this.#transport = transport;
	}

	/**
	 * Sends a call to one instance. Resolves to the response.
	 *
	 * @param connectUntil epoch milliseconds: how long to wait while none is connected.
	 * @throws CallFailure
	 */
	async call(attempt: Attempt, connectUntil: number): Promise<unknown> {
		if (!this.#isStarted) {
			this.#isStarted = true;
			this.#addresses.watch((targets) => this.#follow(targets));
		}
		const instance =
			this.#pick() ?? (await this.#wait(attempt.signal, connectUntil));
		return instance.call(attempt);
	}

	/** Whether one is connected. */
	isReady(): boolean {
		return this.#inTurn.some((instance) => instance.isReady());
	}

	/** Cuts off what is in progress. */
	close(): void {
		this.#isClosed = true;
		this.#addresses.stop();
		this.#onReady();
		for (const instance of this.#inTurn) instance.close();
		this.#byAddress.clear();
		this.#inTurn = [];
	}

	#follow(targets: string[]): void {
		for (const [address, instance] of this.#byAddress) {
			if (targets.includes(address)) continue;
			this.#byAddress.delete(address);
			instance.retire();
		}
		for (const address of targets) {
			if (this.#byAddress.has(address)) continue;
			const instance = createInstance({
				address,
				authority: this.#addresses.authority,
				credentials: this.#credentials,
				transport: this.#transport,
				onReady: () => this.#onReady(),
			});
			this.#byAddress.set(address, instance);
		}
		this.#inTurn = [...this.#byAddress.values()];
	}

	#onReady(): void {
		this.#readiness.resolve();
		this.#readiness = Promise.withResolvers<void>();
	}

	#pick(): Instance | undefined {
		this.#turn += 1;
		let best: Instance | undefined;
		let least = Number.POSITIVE_INFINITY;
		for (let i = 0; i < this.#inTurn.length; i += 1) {
			const instance = this.#inTurn[(this.#turn + i) % this.#inTurn.length]!;
			if (!instance.isReady() || instance.inFlight() >= least) continue;
			best = instance;
			least = instance.inFlight();
		}
		return best;
	}

	async #wait(signal: AbortSignal, untilMs: number): Promise<Instance> {
		while (!this.#isClosed && !signal.aborted) {
			const best = this.#pick();
			if (best) return best;
			const leftMs = untilMs - Date.now();
			if (leftMs <= 0) break;
			await within(this.#readiness.promise, leftMs, signal);
		}
		const { authority } = this.#addresses;
		throw transportFailure(status.UNAVAILABLE, `${authority} is not reachable`);
	}
}

/** Resolves with the event, when the time is over, or when the caller disconnects. */
async function within(event: Promise<void>, ms: number, signal: AbortSignal) {
	const over = Promise.withResolvers<void>();
	const end = () => over.resolve();
	const timer = setTimeout(end, ms);
	signal.addEventListener("abort", end, { once: true });
	await Promise.race([event, over.promise]);
	clearTimeout(timer);
	signal.removeEventListener("abort", end);
}
