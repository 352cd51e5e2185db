import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Registry } from "prom-client";

export interface MetricsServer {
	/** Resolves to the bound port; 0 takes a free one. */
	listen(address: { port: number; host: string }): Promise<number>;
	close(): Promise<void>;
}

/** Serves the metrics on a separate port, which only the monitoring needs to reach. */
export function createMetricsServer(
	registry: Registry,
	log: Logger,
): MetricsServer {
	const server = createServer(async (req, res) => {
		if (req.method !== "GET" || req.url !== "/metrics") {
			res.writeHead(404).end();
			return;
		}
		try {
			const text = await registry.metrics();
			res.writeHead(200, { "Content-Type": registry.contentType }).end(text);
		} catch (err) {
			log.error({ err }, "metrics not read");
			res.writeHead(500).end();
		}
	});
	return {
		async listen({ port, host }) {
			server.listen(port, host);
			await once(server, "listening");
			return (server.address() as AddressInfo).port;
		},
		async close() {
			if (!server.listening) return;
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}
