import { Client, connectivityState, Metadata, status } from "@grpc/grpc-js";
import {
	failureOfCall,
	transportFailure,
} from "../../../packages/rpc/src/call-failure.ts";
import { channelOptions } from "../../../packages/rpc/src/channel-options.ts";
import type { Attempt } from "../../../packages/rpc/src/connection/attempt.ts";
import type {
	Instance,
	InstanceOptions,
} from "../../../packages/rpc/src/connection/instance.ts";
import { decodeResponse, encodeCall } from "./single-call.ts";
import { METHOD } from "./tuned-service.ts";

const CONNECTIONS = 4;
const NO_METADATA = new Metadata();
const NO_OPTIONS = {};

export function createInstance(options: InstanceOptions): Instance {
	const { address, authority, credentials, onReady } = options;
	const clients = Array.from(
		{ length: CONNECTIONS },
		() => new Client(address, credentials, channelOptions(authority)),
	);
	let isReady = false;
	let inFlight = 0;
	let turn = 0;
	const channel = clients[0]!.getChannel();
	const watch = () => {
		const state = channel.getConnectivityState(true);
		if (state === connectivityState.SHUTDOWN) return;
		isReady = state === connectivityState.READY;
		if (isReady) onReady();
		channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, watch);
	};
	watch();
	const close = () => {
		for (const client of clients) client.close();
	};
	return {
		isReady: () => isReady,
		inFlight: () => inFlight,
		call(attempt: Attempt) {
			const { path, requestSerialize, responseDeserialize } = METHOD;
			const { signal, deadline } = attempt;
			inFlight += 1;
			turn += 1;
			return new Promise((resolve, reject) => {
				const call = clients[turn % CONNECTIONS]!.makeUnaryRequest(
					path,
					requestSerialize,
					responseDeserialize,
					encodeCall(attempt),
					NO_METADATA,
					NO_OPTIONS,
					(error, bytes) => {
						inFlight -= 1;
						clearTimeout(timer);
						signal.removeEventListener("abort", cancel);
						if (error) return reject(failureOfCall(error));
						try {
							resolve(decodeResponse(bytes!, attempt));
						} catch (failure) {
							reject(failure);
						}
					},
				);
				const cancel = () => call.cancel();
				const timer = setTimeout(() => {
					reject(transportFailure(status.DEADLINE_EXCEEDED, "too late"));
					cancel();
				}, deadline - Date.now());
				signal.addEventListener("abort", cancel, { once: true });
			});
		},
		retire: close,
		close,
	};
}
