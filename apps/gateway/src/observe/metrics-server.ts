import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";

export interface MetricsServer {
	listen(address: { port: number; host: string }): Promise<void>;
	close(): Promise<void>;
}

/** Serves the metrics on a port of their own, which nothing outside needs to reach. */
export function createMetricsServer(registry: Registry): MetricsServer {
	const server = createServer(async (req, res) => {
		if (req.method !== "GET" || req.url !== "/metrics") {
			res.writeHead(404).end();
			return;
		}
		res.setHeader("Content-Type", registry.contentType);
		res.end(await registry.metrics());
	});
	return {
		async listen({ port, host }) {
			server.listen(port, host);
			await once(server, "listening");
		},
		async close() {
			if (!server.listening) return;
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}
