import { AiServiceService } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { KnowledgeServiceService } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
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
const log = createLogger({ name: "knowledge", level: config.logLevel });
const tracing = await startTracing("knowledge", config.tracesUrl);
const metrics = createProcessMetrics();
const metricsServer = createMetricsServer(metrics.registry, log);
const secret = config.internalSecret;
const ai = createRpcClient(AiServiceService, config.aiUrl, {
	secret,
	log,
	onBreakerChange: (state) => metrics.breaker("ai", state),
});
const service = createService(config, log, { ai: ai.api }, { metrics });
const server = createRpcServer(log, { secret, isReady: service.isReady });
server.add(KnowledgeServiceService, service.handlers);

await startOrExit(process, log, async () => {
	const metricsPort = await metricsServer.listen(config.metrics);
	await service.start();
	const port = await server.listen(config.port, config.host);
	log.info({ port, metricsPort }, "listening");
});

stopOnSignal(process, log, async () => {
	await server.drain();
	await service.stop();
	ai.close();
	await metricsServer.close();
	await tracing.stop();
});
