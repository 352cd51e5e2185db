import { EventsServiceService } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { KnowledgeServiceService } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { MailServiceService } from "@supportdesk/contracts/supportdesk/mail/v1/mail.ts";
import { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { createMetricsServer } from "@supportdesk/metrics/metrics-server.ts";
import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { createRpcClient } from "@supportdesk/rpc/rpc-client.ts";
import { stopOnSignal } from "@supportdesk/rpc/stop-on-signal.ts";
import { loadSettings } from "@supportdesk/settings/settings.ts";
import { startOrExit } from "@supportdesk/settings/start-or-exit.ts";
import { startTracing } from "@supportdesk/tracing/start-tracing.ts";
import { loadConfig } from "./config.ts";
import { createService } from "./service.ts";

// Requests are aborted after 25 s; a pod that has drained for 8 s before has 2 s left.
const STOP_MS_MAX = 26_500;

const config = loadSettings(process, loadConfig);
const log = createLogger({ name: "gateway", level: config.logLevel });
const tracing = await startTracing("gateway", config.tracesUrl);
const metrics = createProcessMetrics();
const metricsServer = createMetricsServer(metrics.registry, log);
const { secret, ticketsUrl, knowledgeUrl, eventsUrl, mailUrl } =
	config.services;
const tickets = createRpcClient(TicketsServiceService, ticketsUrl, {
	secret,
	log,
	onBreakerChange: (state) => metrics.breaker("tickets", state),
});
const knowledge = createRpcClient(KnowledgeServiceService, knowledgeUrl, {
	secret,
	log,
	onBreakerChange: (state) => metrics.breaker("knowledge", state),
});
// An installation of a version without events names no address: its calls fail like those of a service that is down.
const events = createRpcClient(
	EventsServiceService,
	eventsUrl ?? "127.0.0.1:9",
	{
		secret,
		log,
		onBreakerChange: (state) => metrics.breaker("events", state),
	},
);
// The same of a version without a mail service.
const mail = createRpcClient(MailServiceService, mailUrl ?? "127.0.0.1:9", {
	secret,
	log,
	onBreakerChange: (state) => metrics.breaker("mail", state),
});
const service = createService(
	config,
	log,
	{
		tickets: tickets.api,
		knowledge: knowledge.api,
		events: events.api,
		mail: mail.api,
	},
	{ metrics },
);

await startOrExit(process, log, async () => {
	const metricsPort = await metricsServer.listen(config.metrics);
	const port = await service.start();
	log.info({ port, metricsPort }, "listening");
});

stopOnSignal(
	process,
	log,
	async () => {
		await service.stop();
		tickets.close();
		knowledge.close();
		events.close();
		mail.close();
		await metricsServer.close();
		await tracing.stop();
	},
	config.drainDelayMs + STOP_MS_MAX,
);
