import { setTimeout as sleep } from "node:timers/promises";
import {
	type ServiceDefinition as GrpcServiceDefinition,
	Server,
	ServerCredentials,
	type ServerUnaryCall,
	type sendUnaryData,
	status,
	type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { inSpan } from "@supportdesk/tracing/span.ts";
import { HealthImplementation } from "grpc-health-check";
import type { CallContext } from "./call-context.ts";
import { SERVER_OPTIONS } from "./channel-options.ts";
import { verifyContext } from "./context-metadata.ts";
import { failureOf } from "./failure.ts";
import { methodPolicy } from "./method-policy.ts";
import { addReflection } from "./reflection.ts";
import type {
	AnyHandler,
	ServiceApi,
	ServiceDefinition,
} from "./service-api.ts";
import { toStatus } from "./status.ts";

/**
 * The health service's name for "the process answers": SERVING whatever else holds, so that a probe of it restarts
 * only a process that hangs, not one that drains.
 */
const LIVENESS = "liveness";
const RPC = { "rpc.system": "grpc" };
const DRAIN_MS = 10_000; // as long as the longest write; what still runs then is cut off
const READY_EVERY_MS = 1_000;
const READY_WITHIN_MS = 2_000; // a database that answers later than this is of no use to a caller

export interface RpcServerOptions {
	/** Shared by all services of an installation; calls whose context it did not sign are refused. */
	readonly secret: string;
	/** Unencrypted if not given: for one machine, or a mesh that encrypts by itself. */
	readonly credentials?: ServerCredentials;
	/**
	 * Whether the service has what it needs to work, its database above all: asked every second while it listens, for
	 * the health service to say so. Always if not given.
	 */
	readonly isReady?: () => Promise<boolean>;
}

export interface RpcServer {
	/** Offers a service. Before `listen`. */
	add<Definition extends ServiceDefinition>(
		definition: Definition,
		handlers: ServiceApi<Definition>,
	): void;
	/** Resolves to the bound port; 0 takes a free one. */
	listen(port: number, host: string): Promise<number>;
	/** Says NOT_SERVING, takes no new calls, waits up to 10 s for those in progress, then cuts them off. */
	drain(): Promise<void>;
}

/** A gRPC server with signed call contexts, the standard health service and server reflection. */
export function createRpcServer(
	log: Logger,
	options: RpcServerOptions,
): RpcServer {
	const server = new Server(SERVER_OPTIONS);
	const health = new HealthImplementation({
		"": "NOT_SERVING",
		[LIVENESS]: "SERVING",
	});
	const services = new Set<string>();
	health.addToServer(server);

	const setReady = (ready: boolean) => {
		for (const name of ["", ...services]) {
			health.setStatus(name, ready ? "SERVING" : "NOT_SERVING");
		}
	};
	let readiness: { stop(): void } | undefined;
	return {
		add(definition, handlers) {
			const implementation: UntypedServiceImplementation = {};
			for (const [name, { path }] of Object.entries(definition)) {
				const handler = (handlers as Record<string, AnyHandler>)[name];
				if (!handler) throw new Error(`no handler for ${path}`);
				const { timeoutMs } = methodPolicy(name);
				implementation[name] = answer(handler, path, timeoutMs, log, options);
				services.add(path.split("/")[1]!);
			}
			server.addService(
				definition as unknown as GrpcServiceDefinition,
				implementation,
			);
		},
		listen(port, host) {
			addReflection(server, services);
			return new Promise((resolve, reject) => {
				server.bindAsync(
					`${host}:${port}`,
					options.credentials ?? ServerCredentials.createInsecure(),
					(error, boundPort) => {
						if (error) return reject(error);
						setReady(true);
						readiness =
							options.isReady && watchReadiness(options.isReady, setReady, log);
						resolve(boundPort);
					},
				);
			});
		},
		drain() {
			readiness?.stop();
			setReady(false);
			return new Promise((resolve) => {
				const timer = setTimeout(() => {
					log.warn("calls in progress were cut off");
					server.forceShutdown();
					resolve();
				}, DRAIN_MS);
				server.tryShutdown(() => {
					clearTimeout(timer);
					resolve();
				});
			});
		},
	};
}

/** Asks every second, one question at a time, and tells of every change. It was ready to begin with. */
function watchReadiness(
	isReady: () => Promise<boolean>,
	onChange: (ready: boolean) => void,
	log: Logger,
): { stop(): void } {
	let ready = true;
	let asking = false;
	let stopped = false;
	const ask = async () => {
		if (asking) return;
		asking = true;
		const answer = await Promise.race([
			isReady(),
			sleep(READY_WITHIN_MS, false, { ref: false }),
		]);
		asking = false;
		if (stopped || answer === ready) return;
		ready = answer;
		log.warn({ ready }, "readiness changed");
		onChange(ready);
	};
	const timer = setInterval(ask, READY_EVERY_MS).unref();
	return {
		stop() {
			stopped = true;
			clearInterval(timer);
		},
	};
}

/** Turns a handler into what grpc-js calls. */
function answer(
	handler: AnyHandler,
	path: string,
	timeoutMs: number,
	log: Logger,
	{ secret }: RpcServerOptions,
) {
	return async (
		call: ServerUnaryCall<unknown, unknown>,
		callback: sendUnaryData<unknown>,
	) => {
		const now = Date.now();
		const caller = verifyContext(secret, path, call.metadata, now);
		if (!caller) {
			log.warn({ method: path, peer: call.getPeer() }, "unsigned call refused");
			callback({
				code: status.UNAUTHENTICATED,
				details: "The call context is missing or its signature is wrong.",
			});
			return;
		}
		const abort = new AbortController();
		let answered = false;
		// grpc-js says "cancelled" at the end of every call; an abort nobody waits for costs 4 % of a read.
		call.on("cancelled", () => {
			if (!answered) abort.abort();
		});
		const context: CallContext = {
			...caller,
			deadline: Math.min(Number(call.getDeadline()), now + timeoutMs),
			signal: abort.signal,
		};
		let response: unknown;
		try {
			response = await inSpan(
				path,
				"server",
				RPC,
				() => handler(call.request, context),
				{ traceparent: String(call.metadata.get("traceparent")[0] ?? "") },
			);
		} catch (thrown) {
			answered = true;
			callback(toStatus(failureOf(thrown, log, path, context)));
			return;
		}
		answered = true;
		callback(null, response);
	};
}
