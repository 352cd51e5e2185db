import { MailServiceService } from "@supportdesk/contracts/supportdesk/mail/v1/mail.ts";
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
const log = createLogger({ name: "mail", level: config.logLevel });
const tracing = await startTracing("mail", config.tracesUrl);
const metrics = createProcessMetrics();
const metricsServer = createMetricsServer(metrics.registry, log);
const secret = config.internalSecret;
const tickets = createRpcClient(TicketsServiceService, config.ticketsUrl, {
	secret,
	log,
	onBreakerChange: (state) => metrics.breaker("tickets", state),
});
const service = createService(
	config,
	log,
	{ tickets: tickets.api },
	{ metrics },
);
const server = createRpcServer(log, { secret, isReady: service.isReady });
server.add(MailServiceService, service.handlers);

await startOrExit(process, log, async () => {
	const metricsPort = await metricsServer.listen(config.metrics);
	const smtpPort = await service.start();
	const port = await server.listen(config.port, config.host);
	log.info({ port, smtpPort, metricsPort }, "listening");
});

stopOnSignal(process, log, async () => {
	await server.drain();
	await service.stop();
	tickets.close();
	await metricsServer.close();
	await tracing.stop();
});
