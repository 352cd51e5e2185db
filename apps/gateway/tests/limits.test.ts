import { hashApiKey } from "@supportdesk/keys/api-key.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Gateway, startGateway } from "./gateway.ts";

let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

const TICKET = "/v1/tickets/tkt_01kadszz00e2xv0f1b2c3d4e5f";
const number = (headers: Headers, name: string) => Number(headers.get(name));

it("counts down from 59 of 60 with one Reset, and refuses the 61st request", async () => {
	const key = await gateway.database.createKey({ perMinute: 60, burst: 120 });
	const remaining: number[] = [];
	const resets = new Set<number>();
	for (let i = 0; i < 60; i += 1) {
		const { status, headers } = await gateway.send("GET", TICKET, { key });
		expect(status).toBe(200);
		remaining.push(number(headers, "x-ratelimit-remaining"));
		resets.add(number(headers, "x-ratelimit-reset"));
	}
	expect(remaining).toEqual(Array.from({ length: 60 }, (_, i) => 59 - i));
	expect(resets.size).toBe(1);
	const { status, json, headers } = await gateway.send("GET", TICKET, { key });
	expect([status, json.error.type, json.error.code]).toEqual([
		429,
		"rate_limit_error",
		"rate_limit_minute",
	]);
	expect(number(headers, "x-ratelimit-remaining")).toBe(0);
	expect(number(headers, "x-ratelimit-burst-remaining")).toBe(60);
	const wait = number(headers, "retry-after");
	const [reset] = resets;
	expect(wait).toBeGreaterThanOrEqual(reset! - Math.ceil(Date.now() / 1000));
	expect(gateway.services.calls).toHaveLength(60);
});

it("counts requests that fail with 404, 405 and 400 like other requests", async () => {
	const key = await gateway.database.createKey({ perMinute: 60 });
	await gateway.send("GET", "/v1/nowhere", { key });
	await gateway.send("PUT", "/v1/tickets", { key });
	await gateway.send("POST", "/v1/tickets", { key, body: "{" });
	const { headers } = await gateway.send("GET", TICKET, { key });
	expect(number(headers, "x-ratelimit-remaining")).toBe(56);
});

it("refuses the eleventh concurrent request and releases slots", async () => {
	const key = await gateway.database.createKey({ concurrent: 10 });
	const started: (() => void)[] = [];
	const tenStarted = new Promise<void>((resolve) => {
		gateway.services.handle(
			"getTicket",
			() =>
				new Promise((respond) => {
					started.push(() => respond(rendered200));
					if (started.length === 10) resolve();
				}),
		);
	});
	const ten = Array.from({ length: 10 }, () =>
		gateway.send("GET", TICKET, { key }),
	);
	await tenStarted;
	const { status, json, headers } = await gateway.send("GET", TICKET, { key });
	expect([status, json.error.code]).toEqual([429, "concurrency_limit"]);
	expect(headers.get("retry-after")).toBe("1");
	for (const finish of started) finish();
	for (const { status } of await Promise.all(ten)) expect(status).toBe(200);
	gateway.services.reset();
	expect((await gateway.send("GET", TICKET, { key })).status).toBe(200);
});

it("releases the slots of 200 clients that disconnected", async () => {
	const key = await gateway.database.createKey({ concurrent: 200 });
	let reached = 0;
	const allReached = new Promise<void>((resolve) => {
		gateway.services.handle("getTicket", () => {
			reached += 1;
			if (reached === 200) resolve();
			return new Promise(() => {});
		});
	});
	const client = new AbortController();
	const calls = Array.from({ length: 200 }, () =>
		gateway.send("GET", TICKET, { key, signal: client.signal }),
	);
	await allReached;
	client.abort();
	await Promise.allSettled(calls);
	gateway.services.reset();
	await expect
		.poll(
			async () =>
				(await gateway.send("GET", TICKET, { key })).headers.get("ratelimit"),
			{ timeout: 5_000 },
		)
		.toContain('"concurrent";r=199');
});

it("refuses requests past the daily limit until midnight", async () => {
	const key = await gateway.database.createKey({ perDay: 2 });
	await gateway.send("GET", TICKET, { key });
	const { headers } = await gateway.send("GET", TICKET, { key });
	const midnight = Math.ceil(Date.now() / 86_400_000) * 86_400;
	expect(number(headers, "x-ratelimit-day-remaining")).toBe(0);
	expect(number(headers, "x-ratelimit-reset")).toBe(midnight);
	const { json } = await gateway.send("GET", TICKET, { key });
	expect(json.error.code).toBe("rate_limit_day");
});

it("applies a new ceiling to the next request and keeps the count", async () => {
	const key = await gateway.database.createKey({ perMinute: 2 });
	await gateway.send("GET", TICKET, { key });
	await gateway.send("GET", TICKET, { key });
	expect((await gateway.send("GET", TICKET, { key })).status).toBe(429);
	await gateway.database.admin.query(
		"update gateway.api_keys set per_minute = 5 where key_hash = $1",
		[hashApiKey(key)],
	);
	await gateway.database.admin.query(`notify api_keys, '${hashApiKey(key)}'`);
	await expect
		.poll(async () => (await gateway.send("GET", TICKET, { key })).status)
		.toBe(200);
	const { headers } = await gateway.send("GET", TICKET, { key });
	expect(number(headers, "x-ratelimit-limit")).toBe(5);
	expect(number(headers, "x-ratelimit-remaining")).toBe(1);
});

it("counts failed authentications for the address and never for a key", async () => {
	const key = await gateway.database.createKey({ perMinute: 60 });
	const failing = { key: "sk_live_wrong" };
	const first = await gateway.send("GET", TICKET, failing);
	expect(number(first.headers, "x-ratelimit-limit")).toBe(600);
	let last = first;
	for (let i = 0; i < 700 && last.status === 401; i += 1) {
		last = await gateway.send("GET", TICKET, failing);
	}
	expect([last.status, last.json.error.code]).toEqual([
		429,
		"rate_limit_minute",
	]);
	expect(last.json.error.message).not.toMatch(/API key/);
	const good = await gateway.send("GET", TICKET, { key });
	expect(good.status).toBe(200);
	expect(number(good.headers, "x-ratelimit-remaining")).toBe(59);
});

const rendered200 = {
	status: 200,
	body: Buffer.from("{}"),
	nextCursor: "",
	resourceId: "",
	replayed: false,
};
