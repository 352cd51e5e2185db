import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startTracing } from "@supportdesk/tracing/start-tracing.ts";
import { expect, it } from "vitest";
import { startGateway } from "./gateway.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";

it("sends the spans of a request, its call and its statements in the client's trace, and nothing secret", async () => {
	const received: Buffer[] = [];
	const collector = createServer(async (req, res) => {
		received.push(...(await req.toArray()));
		res.end();
	});
	collector.listen(0, "127.0.0.1");
	await once(collector, "listening");
	const { port } = collector.address() as AddressInfo;
	const tracing = await startTracing("gateway", `http://127.0.0.1:${port}`);

	const gateway = await startGateway();
	const { status } = await gateway.send(
		"GET",
		"/v1/tickets/tkt_01kadszz00e2xv0f1b2c3d4e5f",
		{ headers: { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` } },
	);
	// A malformed traceparent begins a new trace.
	const bad = await gateway.send("GET", "/v1/tickets", {
		headers: { traceparent: "00-0..0-0..0-01" },
	});
	expect([status, bad.status]).toEqual([200, 200]);
	await gateway.stop();
	await tracing.stop();
	collector.close();

	const spans = Buffer.concat(received);
	for (const name of [
		"GET /v1/tickets/:id",
		"/supportdesk.tickets.v1.TicketsService/GetTicket",
		"present_key find_api_key",
	]) {
		expect(spans.includes(name)).toBe(true);
	}
	expect(spans.includes(Buffer.from(TRACE_ID, "hex"))).toBe(true);
	for (const secret of [gateway.key, "tkt_01kadszz00e2xv0f1b2c3d4e5f"]) {
		expect(spans.includes(secret)).toBe(false);
	}
});
