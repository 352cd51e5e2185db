import { AiServiceService } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { KnowledgeServiceService } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { createInProcessClient } from "@supportdesk/rpc/in-process-client.ts";
import { createRpcClient } from "@supportdesk/rpc/rpc-client.ts";
import { createRpcServer } from "@supportdesk/rpc/rpc-server.ts";
import type {
	AiApi,
	KnowledgeApi,
	ServiceApi,
	ServiceDefinition,
} from "@supportdesk/rpc/service-api.ts";

export const TRANSPORTS = ["in process", "grpc"] as const;
export type Transport = (typeof TRANSPORTS)[number];

export const log = createLogger({ name: "test", level: "silent" });
export const INTERNAL_SECRET = "a secret that all services of this test share";

export interface Connected<Api> {
	readonly api: Api;
	close(): Promise<void>;
}

/** A client of the handlers, by function calls or through a gRPC server on a free port. */
export async function connectTo<Definition extends ServiceDefinition>(
	transport: Transport,
	definition: Definition,
	handlers: ServiceApi<Definition>,
): Promise<Connected<ServiceApi<Definition>>> {
	if (transport === "in process") {
		const api = createInProcessClient(definition, handlers, log);
		return { api, close: async () => {} };
	}
	const server = createRpcServer(log, { secret: INTERNAL_SECRET });
	server.add(definition, handlers);
	const port = await server.listen(0, "127.0.0.1");
	const client = createRpcClient(definition, `127.0.0.1:${port}`, {
		secret: INTERNAL_SECRET,
		log,
	});
	return {
		api: client.api,
		async close() {
			client.close();
			await server.drain();
		},
	};
}

export async function connectUpstreams(
	transport: Transport,
	handlers: { readonly ai: AiApi; readonly knowledge: KnowledgeApi },
) {
	const ai = await connectTo(transport, AiServiceService, handlers.ai);
	const knowledge = await connectTo(
		transport,
		KnowledgeServiceService,
		handlers.knowledge,
	);
	return {
		clients: { ai: ai.api, knowledge: knowledge.api },
		close: () => Promise.all([ai.close(), knowledge.close()]),
	};
}
