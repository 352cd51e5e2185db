import { AiServiceService } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { createRpcServer } from "@supportdesk/rpc/rpc-server.ts";
import { startTracing } from "@supportdesk/tracing/start-tracing.ts";
import { loadConfig } from "./config.ts";
import { createService } from "./service.ts";

const config = loadConfig(process.env);
const log = createLogger({ name: "ai", level: config.logLevel });
const tracing = await startTracing("ai", config.tracesUrl);
const service = createService(config, log);
const server = createRpcServer(log, {
	secret: config.internalSecret,
	isReady: service.isReady,
});
server.add(AiServiceService, service.handlers);

await service.start();
const port = await server.listen(config.port, config.host);
log.info({ port }, "listening");

for (const signal of ["SIGTERM", "SIGINT"] as const) {
	process.once(signal, async () => {
		log.info({ signal }, "stopping");
		await server.drain();
		await service.stop();
		await tracing.stop();
		log.flush();
	});
}
