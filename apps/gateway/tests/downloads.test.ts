import { once } from "node:events";
import { connect } from "node:net";
import { upstreamUnavailable } from "@supportdesk/errors/app-error.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createKeyDatabase, type Gateway, startGateway } from "./gateway.ts";

let database: Awaited<ReturnType<typeof createKeyDatabase>>;
let gateway: Gateway;
/** How many parts were read. */
let reads = 0;

beforeAll(async () => {
	database = await createKeyDatabase();
	gateway = await startGateway({ database });
});
afterAll(async () => {
	await gateway.stop();
	await database.close();
});

const PART_BYTES = 512 * 1024;
const LINE = `${JSON.stringify({ cursor: "x", ticket: { body: "x".repeat(1000) } })}\n`;
const PART = Buffer.from(LINE.repeat(Math.ceil(PART_BYTES / LINE.length)));

/** An export of so many parts. */
const givenExport = (parts: number, on: Gateway = gateway) => {
	reads = 0;
	on.services.handle("exportTickets", (({ cursor }: { cursor: string }) => {
		reads += 1;
		const next = Number(cursor || 0) + 1;
		return { lines: PART, nextCursor: next >= parts ? "" : String(next) };
	}) as never);
};
beforeEach(() => gateway.services.reset());

const newKey = (concurrent = 10) =>
	database.createKey({ scopes: ["tickets:read"], concurrent });

const open = (key: string, url = gateway.url, signal?: AbortSignal) =>
	fetch(`${url}/v1/exports/tickets`, {
		headers: { authorization: `Bearer ${key}` },
		...(signal && { signal }),
	});

/** A client that reads nothing until it is told to. */
async function openUnread(key: string) {
	const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
	socket.on("error", () => {});
	socket.pause();
	socket.write(
		`GET /v1/exports/tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
	);
	await expect.poll(() => reads).toBeGreaterThan(0);
	return socket;
}

describe("an export", () => {
	it("writes one part after the other", async () => {
		givenExport(20);
		const response = await open(await newKey());
		expect(response.status).toBe(200);
		expect(response.headers.get("x-ratelimit-remaining")).not.toBeNull();
		const bytes = (await response.arrayBuffer()).byteLength;
		expect(bytes).toBe(20 * PART.length);
		expect(reads).toBe(20);
	});

	it("reads no more than a client takes, and continues when it does", {
		timeout: 30_000,
	}, async () => {
		givenExport(100);
		const socket = await openUnread(await newKey());
		await new Promise((resolve) => setTimeout(resolve, 300));
		const before = reads;
		expect(before).toBeLessThan(30); // what the buffers of two sockets take
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(reads).toBe(before);
		let bytes = 0;
		socket.on("data", (chunk) => {
			bytes += chunk.length;
		});
		socket.resume();
		await expect
			.poll(() => bytes, { timeout: 20_000 })
			.toBeGreaterThan(100 * PART.length);
		expect(reads).toBe(100);
		socket.destroy();
	});

	it("is aborted when its client reads nothing for 15 seconds", {
		timeout: 30_000,
	}, async () => {
		givenExport(1_000_000);
		const socket = await openUnread(await newKey());
		await new Promise((resolve) => setTimeout(resolve, 15_500));
		const before = reads;
		socket.resume();
		await once(socket, "close");
		expect(reads).toBe(before);
	});

	it("ends when its client disconnects", async () => {
		givenExport(1_000_000);
		const leaving = new AbortController();
		const response = await open(await newKey(), gateway.url, leaving.signal);
		await response.body!.getReader().read();
		leaving.abort();
		let before = -1;
		await expect
			.poll(() => {
				const isSame = before === reads;
				before = reads;
				return isSame;
			})
			.toBe(true);
	});

	it("ends within five seconds when its key is revoked, and does not look complete", async () => {
		givenExport(1_000_000);
		const key = await newKey();
		const response = await open(key);
		const ended = response.arrayBuffer();
		const sinceMs = performance.now();
		await database.admin.query(
			"update gateway.api_keys set revoked_at = now() where workspace_id = $1 and revoked_at is null",
			[database.workspaceId],
		);
		await expect(ended).rejects.toThrow();
		expect(performance.now() - sinceMs).toBeLessThan(5_000);
	});

	it("takes no slot of concurrent requests, and a key has two at a time", async () => {
		givenExport(1_000_000);
		const key = await newKey(1);
		const leaving = new AbortController();
		for (let n = 0; n < 2; n += 1)
			expect((await open(key, gateway.url, leaving.signal)).status).toBe(200);
		const third = await open(key);
		expect(third.status).toBe(429);
		expect(await third.json()).toMatchObject({
			error: { code: "concurrency_limit" },
		});
		const list = await fetch(`${gateway.url}/v1/tickets`, {
			headers: { authorization: `Bearer ${key}` },
		});
		expect(list.status).toBe(200);
		leaving.abort();
		await expect
			.poll(async () => {
				const next = new AbortController();
				const { status } = await open(key, gateway.url, next.signal);
				next.abort();
				return status;
			})
			.toBe(200);
	});

	it("gets an error when the first part cannot be read, and an aborted response after that", async () => {
		const key = await newKey();
		const failing = (after: number) => {
			let count = 0;
			gateway.services.handle("exportTickets", (() => {
				count += 1;
				if (count > after) throw upstreamUnavailable();
				return { lines: PART, nextCursor: "x" };
			}) as never);
		};
		failing(0);
		expect((await open(key)).status).toBe(502);
		failing(3);
		const response = await open(key);
		expect(response.status).toBe(200);
		await expect(response.arrayBuffer()).rejects.toThrow();
	});

	it("ends when the gateway drains", async () => {
		const other = await startGateway({ database });
		givenExport(1_000_000, other);
		const response = await open(await newKey(), other.url);
		const ended = response.arrayBuffer();
		await Promise.all([other.stop(), expect(ended).rejects.toThrow()]);
	});

	it("answers HEAD with the headers alone", async () => {
		givenExport(3);
		const response = await fetch(`${gateway.url}/v1/exports/tickets`, {
			method: "HEAD",
			headers: { authorization: `Bearer ${await newKey()}` },
		});
		expect(response.status).toBe(200);
		expect(reads).toBe(1);
	});
});
