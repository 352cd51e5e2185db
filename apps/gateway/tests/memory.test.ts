import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { PAGE_BYTES_MAX } from "@supportdesk/paging/page.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { KEY_BYTES_MAX } from "../src/guards/memory-budget.ts";
import { STALLED_MS } from "../src/guards/write-body.ts";
import { MESSAGES, T } from "./bad-input-rows.ts";
import { createKeyDatabase, type KeyDatabase } from "./gateway.ts";

// One tenant that does not read its responses, or does not finish its bodies, and another one.

const MIB = 1024 * 1024;
const MEMORY_LIMIT_BYTES = 512 * MIB; // of the gateway in deploy/kubernetes/base/gateway.yaml
// What Node gives its heap in a container with this limit: half of it.
const HEAP_LIMIT = "--max-old-space-size=256";
const STARTER = { plan: "starter", concurrent: 10 };
const UPLOAD_BYTES = 27 * MIB;

const FILE = {
	filename: "a.bin",
	content_type: "application/octet-stream",
	data: Buffer.alloc(10 * MIB).toString("base64"),
};
/** A message with the largest attachments. */
const FILES = { body: "two", type: "note", attachments: [FILE, FILE] };

let database: KeyDatabase;
let url: URL;
let gateway: ReturnType<typeof spawn>;
let neighbour: string;
let sockets: Socket[];
beforeEach(async () => {
	database = await createKeyDatabase();
	neighbour = await database.createKey({
		workspaceId: await database.createWorkspace(),
	});
	sockets = [];
	gateway = spawn(
		process.execPath,
		[
			HEAP_LIMIT,
			fileURLToPath(new URL("large-responses-gateway.ts", import.meta.url)),
		],
		{
			env: { ...process.env, DATABASE: database.url },
			stdio: ["ignore", "pipe", "inherit"],
		},
	);
	const [line] = await once(
		createInterface({ input: gateway.stdout! }),
		"line",
	);
	url = new URL(line);
});
afterEach(async () => {
	for (const socket of sockets) socket.destroy();
	gateway.kill("SIGKILL");
	await once(gateway, "exit");
	await database.close();
});

/** The peak memory of the gateway so far, without file pages, which the kernel reclaims on demand. */
function peakBytes(): number {
	const status = readFileSync(`/proc/${gateway.pid}/status`, "utf8");
	const [peak, files] = ["VmHWM", "RssFile"].map((name) =>
		Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)![1]),
	);
	return (peak! - files!) * 1024;
}

/** Sends a request on a separate connection, and resolves to the status of its response, whose body is not read. */
async function statusOf(request: string, body?: Buffer): Promise<number> {
	const socket = connect(Number(url.port), url.hostname);
	sockets.push(socket);
	socket.on("error", () => {});
	socket.write(request);
	if (body) socket.write(body);
	await once(socket, "readable");
	const chunk = socket.read(16) as Buffer;
	return Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString("latin1"))![1]);
}

const page = (key: string) =>
	`GET ${MESSAGES} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;
const upload = (key: string) =>
	`POST ${MESSAGES} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${UPLOAD_BYTES}\r\n\r\n`;

async function send(key: string, path: string, body?: unknown) {
	const response = await fetch(new URL(path, url), {
		method: body ? "POST" : "GET",
		headers: {
			Authorization: `Bearer ${key}`,
			"Content-Type": "application/json",
		},
		body: body ? JSON.stringify(body) : undefined,
	});
	const { byteLength } = await response.arrayBuffer();
	return { status: response.status, headers: response.headers, byteLength };
}

/** Requests that must always succeed for the other tenant: a large page, and a change with a body above the free bytes. */
async function expectNeighbourServed() {
	const large = await send(neighbour, MESSAGES);
	expect([large.status, large.byteLength]).toEqual([200, PAGE_BYTES_MAX]);
	const body = { ...T, body: "x".repeat(99_000) };
	expect((await send(neighbour, "/v1/tickets", body)).status).toBe(201);
}

it("bounds the memory of a key's unread responses, holds its slots until they are aborted, and serves others", {
	timeout: 60_000,
}, async () => {
	const key = await database.createKey(STARTER);
	const statuses = await Promise.all(
		Array.from({ length: STARTER.concurrent }, () => statusOf(page(key))),
	);
	const held = statuses.filter((status) => status === 200);
	expect(held).toHaveLength(Math.floor(KEY_BYTES_MAX / PAGE_BYTES_MAX));
	expect(statuses.filter((status) => status === 503)).toHaveLength(
		STARTER.concurrent - held.length,
	);
	const refused = await send(key, MESSAGES);
	expect([refused.status, refused.headers.get("retry-after")]).toEqual([
		503,
		"2",
	]);
	await expectNeighbourServed();

	// Unread responses hold their slots; the slots of the other responses are free again.
	const small = await send(key, "/v1/tickets");
	expect(small.headers.get("ratelimit")).toContain(
		`"concurrent";r=${STARTER.concurrent - held.length - 1}`,
	);
	await expect
		.poll(
			async () => (await send(key, "/v1/tickets")).headers.get("ratelimit"),
			{ timeout: STALLED_MS + 10_000, interval: 1_000 },
		)
		.toContain(`"concurrent";r=${STARTER.concurrent - 1}`);
	expect((await send(key, MESSAGES)).status).toBe(200);
	expect(peakBytes()).toBeLessThan(MEMORY_LIMIT_BYTES);
});

it("stays within its memory when many workspaces do not read", async () => {
	const keys = await Promise.all(
		Array.from({ length: 6 }, async () =>
			database.createKey({ workspaceId: await database.createWorkspace() }),
		),
	);
	const statuses = await Promise.all(
		keys.map(async (key) => {
			const ofKey: number[] = [];
			for (let i = 0; i < 20; i += 1) ofKey.push(await statusOf(page(key)));
			return ofKey;
		}),
	);
	for (const ofKey of statuses) expect(ofKey).toContain(503);
	expect(statuses.flat()).toContain(200);
	// Small requests are never refused because of other requests' memory.
	expect((await send(neighbour, "/v1/tickets")).status).toBe(200);
	// Large requests may be refused, before they use more memory.
	expect([201, 503]).toContain((await send(neighbour, MESSAGES, FILES)).status);
	expect(peakBytes()).toBeLessThan(MEMORY_LIMIT_BYTES);
});

it("accepts others' bodies while bodies of one key stall and another workspace does not read", async () => {
	const slow = await database.createKey({
		workspaceId: await database.createWorkspace(),
	});
	for (let i = 0; i < 3; i += 1) expect(await statusOf(page(slow))).toBe(200);
	const key = await database.createKey(STARTER);
	const part = Buffer.alloc(UPLOAD_BYTES - 1, " ");
	const refused: number[] = [];
	for (let i = 0; i < 9; i += 1) {
		void statusOf(upload(key), part).then((status) => refused.push(status));
	}
	// The key's share allows only one of them.
	await expect.poll(() => refused, { timeout: 20_000 }).toHaveLength(8);
	expect(new Set(refused)).toEqual(new Set([503]));
	await expectNeighbourServed();
	expect((await send(neighbour, MESSAGES, FILES)).status).toBe(201);
	const uploads = await Promise.all(
		Array.from({ length: 2 }, () => send(neighbour, MESSAGES, FILES)),
	);
	for (const { status } of uploads) expect([201, 503]).toContain(status);
	expect(peakBytes()).toBeLessThan(MEMORY_LIMIT_BYTES);
});
