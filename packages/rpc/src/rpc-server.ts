import {
	type ServiceDefinition as GrpcServiceDefinition,
	Server,
	ServerCredentials,
	type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { HealthImplementation } from "grpc-health-check";
import { SERVER_OPTIONS } from "./channel-options.ts";
import { grpcHandler } from "./grpc-handler.ts";
import { addReflection } from "./reflection.ts";
import { type ServedMethod, serveMethods } from "./served-method.ts";
import type { ServiceApi, ServiceDefinition } from "./service-api.ts";
import { createContextVerifier } from "./signed-context.ts";
import { createStreamService } from "./stream/stream-service.ts";
import { watchReadiness } from "./watch-readiness.ts";

/**
 * The name in the health service of the process itself: always SERVING, so that a probe of it restarts only a
 * process that hangs, not one that drains.
 */
const LIVENESS = "liveness";
const DRAIN_MS = 10_000; // as long as the longest write; what still runs then is aborted

export interface RpcServerOptions {
	/** Shared by all services of an installation; calls whose context it did not sign are rejected. */
	readonly secret: string;
	/** Unencrypted if not given: for one machine, or a mesh that encrypts by itself. */
	readonly credentials?: ServerCredentials;
	/**
	 * Whether the service has what it needs to work, its database above all: checked every few seconds while it listens, and
	 * reported by the health service. Always if not given.
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
	/** Reports NOT_SERVING, takes no new calls, waits up to 10 s for those in progress, then aborts them. */
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
	const verify = createContextVerifier(options.secret);
	const services = new Set<string>();
	const methods = new Map<string, ServedMethod>();
	const streams = createStreamService(methods, verify, log);
	health.addToServer(server);
	streams.addToServer(server);

	const setReady = (ready: boolean) => {
		for (const name of ["", ...services]) {
			health.setStatus(name, ready ? "SERVING" : "NOT_SERVING");
		}
	};
	let readiness: { stop(): void } | undefined;
	return {
		add(definition, handlers) {
			const implementation: UntypedServiceImplementation = {};
			for (const method of serveMethods(definition, handlers, log)) {
				methods.set(method.path, method);
				implementation[method.name] = grpcHandler(method, verify, log);
				services.add(method.path.split("/")[1]!);
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
			streams.retire();
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
