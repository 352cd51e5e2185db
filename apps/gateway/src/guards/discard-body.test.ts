import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { discardUnreadBody } from "./discard-body.ts";

const MIB = 1024 * 1024;

/** Refuses every request without reading its body. */
async function startServer(): Promise<number> {
	const server = createServer((req, res) => {
		discardUnreadBody(req);
		res.end("refused");
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return (server.address() as AddressInfo).port;
}

/** How long a client sends on after it has the response, in milliseconds. */
async function sendRefused(port: number, bytes: number): Promise<number> {
	const headers = { "content-length": bytes };
	const sending = request({ port, method: "POST", headers });
	const closed = once(sending, "close");
	sending.end(Buffer.alloc(bytes));
	const [response] = await once(sending, "response");
	expect(await text(response)).toBe("refused");
	const respondedMs = performance.now();
	await closed;
	return performance.now() - respondedMs;
}

it("reads a large body slowly that was refused unread", async () => {
	expect(await sendRefused(await startServer(), 24 * MIB)).toBeGreaterThan(
		1_000,
	);
});

it("delays no small body", async () => {
	expect(await sendRefused(await startServer(), 32 * 1024)).toBeLessThan(1_000);
});
