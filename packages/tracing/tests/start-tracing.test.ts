import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { context, INVALID_SPAN_CONTEXT, trace } from "@opentelemetry/api";
import { expect, it, onTestFinished } from "vitest";
import { inSpan, traceHeaders, untraced } from "../src/span.ts";
import { startTracing, type Tracing } from "../src/start-tracing.ts";

/** Starts tracing to a collector with this request listener, until the test ends. */
async function startTracingTo(onRequest: RequestListener): Promise<Tracing> {
	const collector = createServer(onRequest);
	collector.listen(0, "127.0.0.1");
	await once(collector, "listening");
	onTestFinished(() => collector.closeAllConnections());
	onTestFinished(() => void collector.close());
	const { port } = collector.address() as AddressInfo;
	onTestFinished(() => trace.disable()); // a process starts tracing once
	return startTracing("test", `http://127.0.0.1:${port}`);
}

it.each([
	["rejects the spans", 500],
	["is overloaded", 503],
	["does not respond", undefined],
])(
	"stops quickly and cleanly when the collector %s",
	async (_, status) => {
		let requests = 0;
		const tracing = await startTracingTo((_req, res) => {
			requests += 1;
			if (status) res.writeHead(status).end();
		});
		await inSpan("work", "internal", {}, async () => {});

		const since = performance.now();
		await tracing.stop();
		expect(performance.now() - since).toBeLessThan(5_000);
		expect(requests).toBeGreaterThan(0);
	},
	20_000,
);

it("sends no span of untraced work, also when another process continues it", async () => {
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
