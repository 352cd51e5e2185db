import { type ChannelCredentials, status } from "@grpc/grpc-js";
import { transportFailure } from "../call-failure.ts";
import type { Addresses } from "./addresses.ts";
import type { Attempt } from "./attempt.ts";
import { createInstance, type Instance, type Transport } from "./instance.ts";

/** All instances of a service behind one target. */
export interface Instances {
	/**
	 * Sends a call to one of them. Resolves to the response.
	 *
	 * @param connectUntil epoch milliseconds: how long to wait while none is connected.
	 * @throws CallFailure
	 */
	call(attempt: Attempt, connectUntil: number): Promise<unknown>;
	/** Whether one is connected. */
	isReady(): boolean;
	close(): void;
}

/**
 * Connects to every instance with the first call, and follows them as they come and go. A call goes to the instance
 * with the fewest in progress, in turn among equals: one that hangs gets no more than it can hold.
 */
export function createInstances(
	addresses: Addresses,
	credentials: ChannelCredentials,
	transport: Transport,
): Instances {
	const { authority } = addresses;
	const instances = new Map<string, Instance>();
	let inTurn: Instance[] = [];
	let turn = 0;
	let started = false;
	let closed = false;
	let readiness = Promise.withResolvers<void>();

	const onReady = () => {
		readiness.resolve();
		readiness = Promise.withResolvers<void>();
	};
	const follow = (targets: string[]) => {
		for (const [address, instance] of instances) {
			if (targets.includes(address)) continue;
			instances.delete(address);
			instance.retire();
		}
		for (const address of targets) {
			if (instances.has(address)) continue;
			const options = { address, authority, credentials, transport, onReady };
			instances.set(address, createInstance(options));
		}
		inTurn = [...instances.values()];
	};
	const pick = (): Instance | undefined => {
		turn += 1;
		let best: Instance | undefined;
		let least = Number.POSITIVE_INFINITY;
		for (let i = 0; i < inTurn.length; i += 1) {
			const instance = inTurn[(turn + i) % inTurn.length]!;
			if (!instance.isReady() || instance.inFlight() >= least) continue;
			best = instance;
			least = instance.inFlight();
		}
		return best;
	};
	const wait = async (signal: AbortSignal, untilMs: number) => {
		while (!closed && !signal.aborted) {
			const best = pick();
			if (best) return best;
			const leftMs = untilMs - Date.now();
			if (leftMs <= 0) break;
			await within(readiness.promise, leftMs, signal);
		}
		throw transportFailure(status.UNAVAILABLE, `${authority} is not reachable`);
	};
	return {
		async call(attempt, connectUntil) {
			if (!started) {
				started = true;
				addresses.watch(follow);
			}
			const instance = pick() ?? (await wait(attempt.signal, connectUntil));
			return instance.call(attempt);
		},
		isReady: () => inTurn.some((instance) => instance.isReady()),
		close() {
			closed = true;
			addresses.stop();
			onReady();
			for (const instance of inTurn) instance.close();
			instances.clear();
			inTurn = [];
		},
	};
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
