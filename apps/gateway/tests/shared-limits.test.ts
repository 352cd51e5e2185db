import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
	redisMissing,
	startRedis,
	type TestRedis,
} from "@supportdesk/testkit/redis.ts";
import {
	afterAll,
	beforeAll,
	beforeEach,
	describe,
	expect,
	it,
	vi,
} from "vitest";
import { createEventLog } from "./event-log.ts";
import {
	createKeyDatabase,
	type Gateway,
	type KeyDatabase,
	startGateway,
} from "./gateway.ts";

const TICKET = "/v1/tickets/tkt_01kadszz00e2xv0f1b2c3d4e5f";
const GATEWAYS = 4;
const LEASE_MS = 35_000;

describe.skipIf(redisMissing(true))("four gateways on one Redis", () => {
	let redis: TestRedis;
	let database: KeyDatabase;
	let gateways: Gateway[];
	beforeAll(async () => {
		redis = await startRedis({ needsOwnServer: true });
		database = await createKeyDatabase();
		gateways = [];
		for (let i = 0; i < GATEWAYS; i += 1) {
			const config = { redisUrl: redis.url, replicas: GATEWAYS };
			gateways.push(await startGateway({ database, config }));
		}
	});
	afterAll(async () => {
		await Promise.all(gateways.map((gateway) => gateway.stop()));
		await redis.close();
		await database.close();
	});

	// One that got no replies in time, as on a busy machine, counts in process for a second or more.
	beforeEach(async () => {
		const key = await database.createKey({});
		const areOnRedis = async () => {
			for (const gateway of gateways) {
				await gateway.send("GET", TICKET, { key });
				const metrics = await gateway.service.metrics.registry.metrics();
				expect(metrics).toContain("rate_limiter_degraded 0");
			}
		};
		await vi.waitFor(areOnRedis, { timeout: 10_000, interval: 200 });
	});

	/** Sends all requests concurrently, to each gateway in turn, and counts the responses by status. */
	async function sendMany(count: number, key: string) {
		const responses = await Promise.all(
			Array.from({ length: count }, (_, i) =>
				gateways[i % GATEWAYS]!.send("GET", TICKET, { key }),
			),
		);
		const byStatus = Object.groupBy(responses, ({ status }) => status);
		return (status: number) => byStatus[status]?.length ?? 0;
	}

	it("admit exactly 60 of 800 parallel requests on a limit of 60", async () => {
		const key = await database.createKey({ perMinute: 60, burst: 120 });
		const count = await sendMany(800, key);
		expect([count(200), count(429)]).toEqual([60, 740]);
	});

	it("have five streams of a key open together", async () => {
		const key = await database.createKey({ scopes: ["events:read"] });
		const log = createEventLog();
		const leaving = new AbortController();
		const statuses: number[] = [];
		for (let n = 0; n < 2 * GATEWAYS; n += 1) {
			const { services, url } = gateways[n % GATEWAYS]!;
			services.handle("findNextEvents", log.findNextEvents as never);
			const response = await fetch(`${url}/v1/events/stream`, {
				headers: { authorization: `Bearer ${key}` },
				signal: leaving.signal,
			});
			statuses.push(response.status);
		}
		leaving.abort();
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
	});

	it("have at most 10 of 100 parallel requests in progress on a concurrency of 10", async () => {
		const key = await database.createKey({ concurrent: 10 });
		let running = 0;
		let most = 0;
		for (const { services } of gateways) {
			services.handle("getTicket", async () => {
				running += 1;
				most = Math.max(most, running);
				await sleep(50); // the work of a service
				running -= 1;
				return OK;
			});
		}
		const count = await sendMany(100, key);
		expect(most).toBeLessThanOrEqual(10);
		expect(count(200)).toBeGreaterThanOrEqual(10);
		expect(count(200) + count(429)).toBe(100);
		for (const { services } of gateways) services.reset();
	});

	it("keep responding while Redis stops and starts, each within its share", {
		timeout: 60_000,
	}, async () => {
		const limit = 100;
		const keys: string[] = [];
		for (let i = 0; i < 3; i += 1) {
			keys.push(await database.createKey({ perMinute: limit }));
		}
		const statuses = new Map<number, number>();
		const admitted = new Map<string, number>();
		let stop = false;
		const clients = keys.flatMap((key) =>
			gateways.map(async (gateway) => {
				while (!stop) {
					const { status } = await gateway.send("GET", TICKET, { key });
					statuses.set(status, (statuses.get(status) ?? 0) + 1);
					if (status === 200) admitted.set(key, (admitted.get(key) ?? 0) + 1);
				}
			}),
		);
		await sleep(500);
		await redis.kill();
		await sleep(3_000);
		await redis.start();
		await sleep(3_000);
		stop = true;
		await Promise.all(clients);
		expect([...statuses.keys()].sort()).toEqual([200, 429]);
		for (const count of admitted.values()) {
			// Redis restarts empty: one window before, the gateways' shares while it was unavailable, one window after.
			expect(count).toBeLessThanOrEqual(3 * limit);
			expect(count).toBeGreaterThanOrEqual(limit);
		}
		const metrics = await gateways[0]!.service.metrics.registry.metrics();
		expect(metrics).toContain("rate_limiter_degraded 0");
	});

	it("release the slots of a killed gateway within 35 s", {
		timeout: 60_000,
	}, async () => {
		const key = await database.createKey({ concurrent: 10 });
		const victim = spawn(
			process.execPath,
			[fileURLToPath(new URL("hanging-gateway.ts", import.meta.url))],
			{
				env: { ...process.env, DATABASE: database.url, REDIS: redis.url },
				stdio: ["ignore", "pipe", "inherit"],
			},
		);
		const lines = createInterface({ input: victim.stdout })[
			Symbol.asyncIterator
		]();
		const url = (await lines.next()).value as string;
		const hanging = Array.from({ length: 10 }, () =>
			fetch(url + TICKET, {
				headers: { Authorization: `Bearer ${key}` },
			}).catch((err: unknown) => err),
		);
		for (let i = 0; i < 10; i += 1) await lines.next(); // each has reached the service
		const [gateway] = gateways;
		expect((await gateway!.send("GET", TICKET, { key })).json.error.code).toBe(
			"concurrency_limit",
		);
		const killedMs = Date.now();
		victim.kill("SIGKILL");
		await once(victim, "exit");
		await Promise.all(hanging);
		await expect
			.poll(
				async () =>
					(await gateway!.send("GET", TICKET, { key })).headers.get(
						"ratelimit",
					),
				{ timeout: LEASE_MS + 2_000, interval: 1_000 },
			)
			.toContain('"concurrent";r=9');
		expect(Date.now() - killedMs).toBeLessThanOrEqual(LEASE_MS + 1_000);
	});
});

const OK = {
	status: 200,
	body: Buffer.from("{}"),
	nextCursor: "",
	resourceId: "",
	replayed: false,
};
