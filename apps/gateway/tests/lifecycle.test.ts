import { afterEach, beforeEach, expect, it } from "vitest";
import * as examples from "../src/api/examples.ts";
import { rendered } from "./fake-services.ts";
import { createKeyDatabase, type Gateway, startGateway } from "./gateway.ts";

const TICKET = `/v1/tickets/${examples.ticket.id}`;

let gateway: Gateway;
let database: Awaited<ReturnType<typeof createKeyDatabase>>;
beforeEach(async () => {
	database = await createKeyDatabase();
	gateway = await startGateway({ database });
});
afterEach(() => database.close());

it("finishes the requests in progress before it stops, and reports not ready", async () => {
	const started = Promise.withResolvers<void>();
	const finish = Promise.withResolvers<void>();
	gateway.services.handle("getTicket", async () => {
		started.resolve();
		await finish.promise;
		return rendered(examples.ticket);
	});
	const slow = gateway.send("GET", TICKET);
	await started.promise;
	const stopped = gateway.service.stop();
	const stillRunning = await Promise.race([
		stopped.then(() => false),
		slow.then(() => false),
		new Promise((resolve) => setImmediate(resolve, true)),
	]);
	expect(stillRunning).toBe(true);
	finish.resolve();
	expect((await slow).status).toBe(200);
	await stopped;
	await expect(gateway.send("GET", TICKET)).rejects.toThrow();
});

it("serves during the drain delay, and closes each connection after its response", async () => {
	await gateway.service.stop();
	gateway = await startGateway({ database, config: { drainDelayMs: 500 } });
	const stopped = gateway.service.stop();
	const ready = await gateway.send("GET", "/readyz", { key: null });
	expect([ready.status, ready.json.error.code]).toEqual([
		503,
		"service_unavailable",
	]);
	const { status, headers } = await gateway.send("GET", TICKET);
	expect([status, headers.get("connection")]).toEqual([200, "close"]);
	await stopped;
});

it("logs one line per request with the route, without secrets or personal data", async () => {
	const body = { ...examples.newTicket, subject: "my password is hunter2" };
	await gateway.send("POST", "/v1/tickets", {
		body,
		headers: { "Idempotency-Key": "secret-key-1", "X-Request-Id": "theirs" },
	});
	const { headers } = await gateway.send("GET", `${TICKET}?x=hunter2`);
	await gateway.service.stop();
	const lines = gateway.lines.map((line) => JSON.parse(line));
	const requests = lines.filter(({ msg }) => msg === "request");
	expect(requests).toHaveLength(2);
	expect(requests[0]).toMatchObject({
		method: "POST",
		route: "/v1/tickets",
		status: 201,
		workspaceId: database.workspaceId,
		clientRequestId: "theirs",
	});
	expect(requests[1]).toMatchObject({
		requestId: headers.get("x-request-id"),
		route: "/v1/tickets/:id",
		status: 400,
		code: "unknown_parameter",
	});
	const all = gateway.lines.join("");
	for (const secret of [gateway.key, "hunter2", "ada@", "secret-key-1"]) {
		expect(all).not.toContain(secret);
	}
});

it("counts requests by route and refusals by limit", async () => {
	const key = await database.createKey({ perMinute: 1 });
	await gateway.send("GET", TICKET, { key });
	await gateway.send("GET", TICKET, { key });
	const text = await gateway.service.metrics.registry.metrics();
	await gateway.service.stop();
	expect(text).toContain(
		'http_request_duration_seconds_count{method="GET",route="/v1/tickets/:id",status="200"} 1',
	);
	expect(text).toContain(
		'rate_limit_refusals_total{limit="rate_limit_minute"} 1',
	);
	expect(text).toContain(
		'rpc_client_duration_seconds_count{callee="tickets",method="getTicket",outcome="ok"} 1',
	);
	expect(text).not.toContain(examples.ticket.id);
});
