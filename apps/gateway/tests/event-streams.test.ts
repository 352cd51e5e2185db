import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEventLog } from "./event-log.ts";
import { createKeyDatabase, type Gateway, startGateway } from "./gateway.ts";

let database: Awaited<ReturnType<typeof createKeyDatabase>>;
let gateway: Gateway;
let log: ReturnType<typeof createEventLog>;

beforeAll(async () => {
	database = await createKeyDatabase();
	gateway = await startGateway({ database });
});
afterAll(async () => {
	await gateway.stop();
	await database.close();
});
beforeEach(() => {
	log = createEventLog();
	gateway.services.handle("findNextEvents", log.findNextEvents as never);
});

const newKey = (concurrent = 10) =>
	database.createKey({ scopes: ["events:read"], concurrent });

/** A client of server-sent events that keeps what it reads. */
async function openStream(
	key: string,
	query = "",
	headers: Record<string, string> = {},
	url = gateway.url,
) {
	const leaving = new AbortController();
	const response = await fetch(`${url}/v1/events/stream${query}`, {
		headers: { authorization: `Bearer ${key}`, ...headers },
		signal: leaving.signal,
	});
	let text = "";
	const ended = (async () => {
		for await (const chunk of response.body!) {
			text += Buffer.from(chunk).toString();
		}
	})().catch(() => {});
	return {
		status: response.status,
		headers: response.headers,
		text: () => text,
		ids: () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)),
		ended,
		leave: () => leaving.abort(),
	};
}

const upTo = (last: number, first = 1) =>
	Array.from({ length: last - first + 1 }, (_, n) => first + n);

describe("a stream of events", () => {
	it("begins with the next event, each with its sequence and its JSON", async () => {
		log.append(3);
		const stream = await openStream(await newKey());
		expect(stream.status).toBe(200);
		expect(stream.headers.get("content-type")).toBe(
			"text/event-stream; charset=utf-8",
		);
		expect(stream.headers.get("x-ratelimit-remaining")).not.toBeNull();
		await expect.poll(() => log.reads()).toBeGreaterThan(2); // it follows now
		log.append(2);
		await expect.poll(stream.ids).toEqual([4, 5]);
		expect(stream.text()).toContain(
			`id: 4\ndata: {"sequence":4,"padding":""}\n\n`,
		);
		stream.leave();
	});

	it("resumes behind a sequence without a loss or a repeat, while events come", async () => {
		log.append(1_000);
		const key = await newKey();
		const fromStart = await openStream(key, "?after=0");
		const resumed = await openStream(key, "?after=0", {
			"last-event-id": "700",
		});
		for (let n = 0; n < 50; n += 1) {
			log.append(7);
			await new Promise(setImmediate);
		}
		await expect.poll(fromStart.ids).toEqual(upTo(1_350));
		await expect.poll(resumed.ids).toEqual(upTo(1_350, 701));
		fromStart.leave();
		resumed.leave();
	});

	it("writes the types that are asked for", async () => {
		log.append(2, { type: "ticket.created" });
		log.append(2, { type: "message.created" });
		log.append(1, { type: "ticket.updated" });
		const stream = await openStream(await newKey(), "?after=0&types=ticket.*");
		await expect.poll(stream.ids).toEqual([1, 2, 5]);
		stream.leave();
	});

	it("takes no slot of concurrent requests, and a key has five at a time", async () => {
		const key = await newKey(1);
		const streams = [];
		for (let n = 0; n < 5; n += 1) streams.push(await openStream(key));
		expect(streams.map(({ status }) => status)).toEqual(Array(5).fill(200));
		const sixth = await openStream(key);
		expect(sixth.status).toBe(429);
		await expect.poll(sixth.text).toContain(`"code":"concurrency_limit"`);
		expect(sixth.headers.get("retry-after")).toBe("1");
		const list = await fetch(`${gateway.url}/v1/events`, {
			headers: { authorization: `Bearer ${key}` },
		});
		expect(list.status).toBe(200);
		streams[0]!.leave();
		await expect
			.poll(async () => {
				const next = await openStream(key);
				next.leave();
				return next.status;
			})
			.toBe(200);
		for (const stream of streams) stream.leave();
	});

	it("reads the log once for all streams of a workspace", async () => {
		const streams = [];
		for (let n = 0; n < 10; n += 1) {
			streams.push(await openStream(await newKey()));
		}
		await expect.poll(() => log.reads()).toBeGreaterThanOrEqual(20);
		await new Promise((resolve) => setTimeout(resolve, 100));
		const before = log.reads();
		log.append(1);
		for (const stream of streams) await expect.poll(stream.ids).toEqual([1]);
		expect(log.reads() - before).toBeLessThanOrEqual(2);
		for (const stream of streams) stream.leave();
	});

	it("ends within five seconds when its key is revoked", async () => {
		const key = await newKey();
		const stream = await openStream(key);
		const sinceMs = performance.now();
		await database.admin.query(
			"update gateway.api_keys set revoked_at = now() where workspace_id = $1 and revoked_at is null",
			[database.workspaceId],
		);
		await stream.ended;
		expect(performance.now() - sinceMs).toBeLessThan(5_000);
		expect((await openStream(key)).status).toBe(401);
	});

	it("cuts a reader that is a MiB behind, and serves the others", async () => {
		const key = await newKey();
		const reading = await openStream(key);
		const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
		socket.write(
			`GET /v1/events/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
		);
		await once(socket, "readable");
		socket.pause();
		const cut = once(socket, "close");
		const total = 600;
		for (let n = 0; n < total; n += 20) {
			log.append(20, { padding: 20_000 });
			await expect.poll(() => reading.ids().length).toBe(n + 20);
		}
		socket.on("error", () => {});
		socket.resume();
		await cut;
		expect(reading.ids()).toEqual(upTo(total));
		reading.leave();
	});

	it("asks its reader to come again in a second when the gateway drains", async () => {
		const other = await startGateway({ database });
		const otherLog = createEventLog();
		other.services.handle("findNextEvents", otherLog.findNextEvents as never);
		const stream = await openStream(await newKey(), "", {}, other.url);
		await other.stop();
		await stream.ended;
		expect(stream.text()).toContain("retry: 1000\n\n");
	});

	it("asks a client that connects while the gateway drains to come again", async () => {
		const other = await startGateway({
			database,
			config: { drainDelayMs: 500 },
		});
		const otherLog = createEventLog();
		other.services.handle("findNextEvents", otherLog.findNextEvents as never);
		const stopped = other.stop();
		const stream = await openStream(await newKey(), "", {}, other.url);
		expect(stream.status).toBe(200);
		await stream.ended;
		expect(stream.text()).toBe("retry: 1000\n\n");
		await stopped;
	});

	it("that starts beyond the end of the log does not hold up others of its workspace", async () => {
		log.append(3);
		const beyond = await openStream(await newKey(), "?after=1000");
		const usual = await openStream(await newKey(), "?after=1");
		await expect.poll(usual.ids).toEqual([2, 3]);
		await expect.poll(() => log.reads()).toBeGreaterThanOrEqual(5);
		const before = log.reads();
		log.append(2);
		await expect.poll(usual.ids).toEqual([2, 3, 4, 5]);
		expect(log.reads() - before).toBeLessThan(10);
		log.append(1_000);
		await expect.poll(beyond.ids).toEqual(upTo(1_005, 1_001));
		beyond.leave();
		usual.leave();
	});

	it("has a comment every 15 seconds, so that proxies keep it open", {
		timeout: 20_000,
	}, async () => {
		const stream = await openStream(await newKey());
		await expect
			.poll(stream.text, { timeout: 17_000, interval: 100 })
			.toBe(":\n\n");
		stream.leave();
	});

	it("answers HEAD with the headers alone", async () => {
		const response = await fetch(`${gateway.url}/v1/events/stream`, {
			method: "HEAD",
			headers: { authorization: `Bearer ${await newKey()}` },
		});
		expect(response.status).toBe(200);
	});

	it.each(["after=-1", "after=1.5", "types=ticket.exploded", "types=", "x=1"])(
		"refuses ?%s",
		async (query) => {
			const stream = await openStream(await newKey(), `?${query}`);
			expect(stream.status).toBe(400);
		},
	);
});
