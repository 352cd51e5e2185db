import { loadConfig as loadAiConfig } from "@supportdesk/ai/config.ts";
import { createService as createAi } from "@supportdesk/ai/service.ts";
import { AiServiceService } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { EventsServiceService } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { KnowledgeServiceService } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { MailServiceService } from "@supportdesk/contracts/supportdesk/mail/v1/mail.ts";
import { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { loadConfig as loadEventsConfig } from "@supportdesk/events/config.ts";
import { createService as createEvents } from "@supportdesk/events/service.ts";
import { loadConfig as loadGatewayConfig } from "@supportdesk/gateway/config.ts";
import {
	createService as createGateway,
	type Overrides as GatewayOverrides,
} from "@supportdesk/gateway/service.ts";
import { loadConfig as loadKnowledgeConfig } from "@supportdesk/knowledge/config.ts";
import { createService as createKnowledge } from "@supportdesk/knowledge/service.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { loadConfig as loadMailConfig } from "@supportdesk/mail/config.ts";
import { createService as createMail } from "@supportdesk/mail/service.ts";
import type { ProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { createInProcessClient } from "@supportdesk/rpc/in-process-client.ts";
import { createRpcClient } from "@supportdesk/rpc/rpc-client.ts";
import { createRpcServer } from "@supportdesk/rpc/rpc-server.ts";
import type {
	ServiceApi,
	ServiceDefinition,
} from "@supportdesk/rpc/service-api.ts";
import { loadConfig as loadTicketsConfig } from "@supportdesk/tickets/config.ts";
import { createService as createTickets } from "@supportdesk/tickets/service.ts";
import { describeMailListenError } from "./check-port.ts";

/** How the parts of one process call each other. */
export type Transport = "process" | "grpc";

export interface Product {
	/** Port that the gateway listens on. */
	readonly port: number;
	/** Port that the SMTP listener listens on; undefined where there is none. */
	readonly smtpPort: number | undefined;
	/** Stops callers before their callees, so that no request is lost. */
	stop(): Promise<void>;
}

/**
 * The gateway and the five services in one process, on one migrated database.
 *
 * @param env the settings of all six apps; their addresses of each other are not needed.
 * @param own settings that an app has for itself alone.
 * @param gatewayOverrides what tests replace of the gateway
 */
export async function composeProduct(
	env: NodeJS.ProcessEnv,
	transport: Transport,
	metrics: ProcessMetrics,
	log: Logger,
	own: Readonly<Record<string, NodeJS.ProcessEnv>> = {},
	gatewayOverrides: GatewayOverrides = {},
): Promise<Product> {
	const inner = "in-process:0";
	const settings = {
		...env,
		AI_URL: inner,
		KNOWLEDGE_URL: inner,
		TICKETS_URL: inner,
	};
	const stops: (() => Promise<void>)[] = [];
	const stop = async () => {
		for (const stopPart of stops.splice(0).reverse()) await stopPart();
	};
	const connect = connector(transport, String(env.INTERNAL_SECRET), log, stops);
	try {
		const ai = createAi(loadAiConfig(settings), log, { metrics });
		stops.push(ai.stop);
		await ai.start();
		const aiApi = await connect(AiServiceService, ai.handlers);

		const knowledge = createKnowledge(
			loadKnowledgeConfig({ ...settings, ...own.knowledge }),
			log,
			{ ai: aiApi },
			{ metrics },
		);
		stops.push(knowledge.stop);
		await knowledge.start();
		const knowledgeApi = await connect(
			KnowledgeServiceService,
			knowledge.handlers,
		);

		const tickets = createTickets(
			loadTicketsConfig({ ...settings, ...own.tickets }),
			log,
			{ ai: aiApi, knowledge: knowledgeApi },
			{ metrics },
		);
		stops.push(tickets.stop);
		await tickets.start();
		const ticketsApi = await connect(TicketsServiceService, tickets.handlers);

		const events = createEvents(
			loadEventsConfig({ ...settings, ...own.events }),
			log,
			{
				sources: { tickets: ticketsApi, knowledge: knowledgeApi },
				notifyAgent: ticketsApi.notifyAgent,
			},
			{ metrics },
		);
		stops.push(events.stop);
		await events.start();
		const eventsApi = await connect(EventsServiceService, events.handlers);

		const mailConfig = loadMailConfig(settings);
		const mail = createMail(
			mailConfig,
			log,
			{ tickets: ticketsApi },
			{ metrics },
		);
		stops.push(mail.stop);
		const smtpPort = await mail.start().catch((err) => {
			throw describeMailListenError(err, mailConfig.listen ?? []);
		});
		const mailApi = await connect(MailServiceService, mail.handlers);

		const gateway = createGateway(
			loadGatewayConfig({ ...settings, ...own.gateway }),
			log,
			{
				tickets: ticketsApi,
				knowledge: knowledgeApi,
				events: eventsApi,
				mail: mailApi,
			},
			{ ...gatewayOverrides, metrics },
		);
		stops.push(gateway.stop);
		return { port: await gateway.start(), smtpPort, stop };
	} catch (err) {
		await stop();
		throw err;
	}
}

/** Creates clients of the services: by function call, or through a socket on the loopback. */
function connector(
	transport: Transport,
	secret: string,
	log: Logger,
	stops: (() => Promise<void>)[],
) {
	return async <Definition extends ServiceDefinition>(
		definition: Definition,
		handlers: ServiceApi<Definition>,
	): Promise<ServiceApi<Definition>> => {
		if (transport === "process") {
			return createInProcessClient(definition, handlers, log);
		}
		const server = createRpcServer(log, { secret });
		server.add(definition, handlers);
		const port = await server.listen(0, "127.0.0.1");
		const client = createRpcClient(definition, `127.0.0.1:${port}`, {
			secret,
			log,
		});
		stops.push(async () => {
			client.close();
			await server.drain();
		});
		return client.api;
	};
}
