import { EventsServiceService } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { KnowledgeServiceService } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { createMetricsServer } from "@supportdesk/metrics/metrics-server.ts";
import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { createRpcClient } from "@supportdesk/rpc/rpc-client.ts";
import { createRpcServer } from "@supportdesk/rpc/rpc-server.ts";
import { stopOnSignal } from "@supportdesk/rpc/stop-on-signal.ts";
import { loadSettings } from "@supportdesk/settings/settings.ts";
import { startOrExit } from "@supportdesk/settings/start-or-exit.ts";
import { startTracing } from "@supportdesk/tracing/start-tracing.ts";
import { loadConfig } from "./config.ts";
import { createService } from "./service.ts";

const config = loadSettings(process, loadConfig);
const log = createLogger({ name: "events", level: config.logLevel });
const tracing = await startTracing("events", config.tracesUrl);
const metrics = createProcessMetrics();
const metricsServer = createMetricsServer(metrics.registry, log);
const secret = config.internalSecret;
const tickets = createRpcClient(TicketsServiceService, config.ticketsUrl, {
	secret,
	log,
	onBreakerChange: (state) => metrics.breaker("tickets", state),
});
const knowledge = createRpcClient(
	KnowledgeServiceService,
	config.knowledgeUrl,
	{
		secret,
		log,
		onBreakerChange: (state) => metrics.breaker("knowledge", state),
	},
);
const service = createService(
	config,
	log,
	{
		sources: { tickets: tickets.api, knowledge: knowledge.api },
		notifyAgent: tickets.api.notifyAgent,
	},
	{ metrics },
);
const server = createRpcServer(log, { secret, isReady: service.isReady });
server.add(EventsServiceService, service.handlers);

await startOrExit(process, log, async () => {
	const metricsPort = await metricsServer.listen(config.metrics);
	await service.start();
	const port = await server.listen(config.port, config.host);
	log.info({ port, metricsPort }, "listening");
});

stopOnSignal(process, log, async () => {
	await server.drain();
	await service.stop();
	tickets.close();
	knowledge.close();
	await metricsServer.close();
	await tracing.stop();
});
