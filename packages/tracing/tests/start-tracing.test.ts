import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { context, INVALID_SPAN_CONTEXT, trace } from "@opentelemetry/api";
import { expect, it, onTestFinished } from "vitest";
import { inSpan, traceHeaders, untraced } from "../src/span.ts";
import { startTracing, type Tracing } from "../src/start-tracing.ts";

/** Begins tracing to a collector that answers so, until the test is over. */
async function startTracingTo(answer: RequestListener): Promise<Tracing> {
	const collector = createServer(answer);
	collector.listen(0, "127.0.0.1");
	await once(collector, "listening");
	onTestFinished(() => collector.closeAllConnections());
	onTestFinished(() => void collector.close());
	const { port } = collector.address() as AddressInfo;
	onTestFinished(() => trace.disable()); // a process begins tracing once
	return startTracing("test", `http://127.0.0.1:${port}`);
}

it.each([
	["refuses what it is sent", 500],
	["is overloaded", 503],
	["does not answer", undefined],
])(
	"stops soon and in order when the collector %s",
	async (_, status) => {
		let asked = 0;
		const tracing = await startTracingTo((_req, res) => {
			asked += 1;
			if (status) res.writeHead(status).end();
		});
		await inSpan("work", "internal", {}, async () => {});

		const since = performance.now();
		await tracing.stop();
		expect(performance.now() - since).toBeLessThan(5_000);
		expect(asked).toBeGreaterThan(0);
	},
	20_000,
);

it("sends no span of what is not traced, also where another process goes on with it", async () => {
	const received: Buffer[] = [];
	const tracing = await startTracingTo(async (req, res) => {
		received.push(...(await req.toArray()));
		res.end();
	});
	const call = (name: string) =>
		inSpan(`${name}.client`, "client", {}, async () => {
			const headers = traceHeaders();
			const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
			await context.with(trace.setSpan(context.active(), noSpan), () =>
				inSpan(`${name}.server`, "server", {}, async () => {}, headers),
			);
		});
	await untraced(() => call("poll"));
	await call("request");
	await tracing.stop();

	const spans = Buffer.concat(received).toString("latin1");
	expect(spans.match(/(poll|request)\.(client|server)/g)!.sort()).toEqual([
		"request.client",
		"request.server",
	]);
});
