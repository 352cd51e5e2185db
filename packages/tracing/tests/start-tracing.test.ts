import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { trace } from "@opentelemetry/api";
import { expect, it, onTestFinished } from "vitest";
import { inSpan } from "../src/span.ts";
import { startTracing } from "../src/start-tracing.ts";

it.each([
	["refuses what it is sent", 500],
	["is overloaded", 503],
	["does not answer", undefined],
])(
	"stops soon and in order when the collector %s",
	async (_, status) => {
		let asked = 0;
		const collector = createServer((_req, res) => {
			asked += 1;
			if (status) res.writeHead(status).end();
		});
		collector.listen(0, "127.0.0.1");
		await once(collector, "listening");
		onTestFinished(() => collector.closeAllConnections());
		onTestFinished(() => void collector.close());
		const { port } = collector.address() as AddressInfo;
		onTestFinished(() => trace.disable()); // a process begins tracing once
		const tracing = await startTracing("test", `http://127.0.0.1:${port}`);
		await inSpan("work", "internal", {}, async () => {});

		const since = performance.now();
		await tracing.stop();
		expect(performance.now() - since).toBeLessThan(5_000);
		expect(asked).toBeGreaterThan(0);
	},
	20_000,
);
