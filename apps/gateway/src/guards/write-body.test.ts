import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeBody } from "./write-body.ts";

const MIB = 1024 * 1024;
const STALLED_MS = 400;
// More than the kernel buffers of an unread response.
const BODY = Buffer.alloc(32 * MIB, "x");

let server: Server;
let closed: { url: string; finished: boolean }[];
let sockets: Socket[];
beforeEach(async () => {
	closed = [];
	sockets = [];
	server = createServer((req, res) => {
		const body = req.url === "/small" ? BODY.subarray(0, 100) : BODY;
		res.once("close", () => {
			closed.push({ url: req.url!, finished: res.writableFinished });
			server.emit("closed");
		});
		res.writeHead(200, { "Content-Length": String(body.length) });
		writeBody(res, body, STALLED_MS);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
});
afterEach(async () => {
	for (const socket of sockets) socket.destroy();
	server.closeAllConnections();
	server.close();
	await once(server, "close");
});

/** Opens a connection that has sent requests and reads nothing yet. */
function request(text: string): Socket {
	const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
	sockets.push(socket);
	socket.on("error", () => {});
	socket.write(text);
	return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

it("aborts an unread response, and the responses queued behind it on the connection", async () => {
	request(get("/large") + get("/small"));
	while (closed.length < 2) await once(server, "closed");
	expect(closed).toEqual([
		{ url: "/large", finished: false },
		{ url: "/small", finished: false },
	]);
});

it("writes the complete response to a client that reads slowly", async () => {
	const socket = request(get("/large"));
	let bytes = 0;
	let pauses = 0;
	const started = performance.now();
	for await (const chunk of socket as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		if (bytes > BODY.length) break;
		// Reads nothing for a while, but never for as long as would be too long.
		if (bytes / (4 * MIB) > pauses) {
			pauses += 1;
			await sleep(STALLED_MS / 4);
		}
	}
	expect(bytes).toBeGreaterThan(BODY.length);
	expect(performance.now() - started).toBeGreaterThan(STALLED_MS);
	while (closed.length < 1) await once(server, "closed");
	expect(closed).toEqual([{ url: "/large", finished: true }]);
});

it("writes the responses to pipelined requests in their order", async () => {
	const socket = request(get("/large") + get("/small"));
	let bytes = 0;
	socket.on("data", (chunk: Buffer) => {
		bytes += chunk.length;
	});
	while (closed.length < 2) await once(server, "closed");
	expect(closed).toEqual([
		{ url: "/large", finished: true },
		{ url: "/small", finished: true },
	]);
	await expect.poll(() => bytes).toBeGreaterThan(BODY.length + 100);
});

it("writes no body for HEAD", async () => {
	const socket = request(
		"HEAD /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
	);
	let response = "";
	socket.on("data", (chunk) => {
		response += chunk;
	});
	await once(socket, "close");
	expect(response).toMatch(/^HTTP\/1\.1 200 /);
	expect(response.endsWith("\r\n\r\n")).toBe(true);
});
