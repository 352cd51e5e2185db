import { AiServiceService } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { createMetricsServer } from "@supportdesk/metrics/metrics-server.ts";
import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { createRpcServer } from "@supportdesk/rpc/rpc-server.ts";
import { stopOnSignal } from "@supportdesk/rpc/stop-on-signal.ts";
import { loadSettings } from "@supportdesk/settings/settings.ts";
import { startOrExit } from "@supportdesk/settings/start-or-exit.ts";
import { startTracing } from "@supportdesk/tracing/start-tracing.ts";
import { loadConfig } from "./config.ts";
import { createService } from "./service.ts";

const config = loadSettings(process, loadConfig);
const log = createLogger({ name: "ai", level: config.logLevel });
const tracing = await startTracing("ai", config.tracesUrl);
const metrics = createProcessMetrics();
const metricsServer = createMetricsServer(metrics.registry, log);
const service = createService(config, log, { metrics });
const server = createRpcServer(log, {
	secret: config.internalSecret,
	isReady: service.isReady,
});
server.add(AiServiceService, service.handlers);

await startOrExit(process, log, async () => {
	const metricsPort = await metricsServer.listen(config.metrics);
	await service.start();
	const port = await server.listen(config.port, config.host);
	log.info({ port, metricsPort }, "listening");
});

stopOnSignal(process, log, async () => {
	await server.drain();
	await service.stop();
	await metricsServer.close();
	await tracing.stop();
});
