import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { discardUnreadBody } from "./discard-body.ts";

const MIB = 1024 * 1024;

/** Refuses every request without reading its body, after `delayMs`, when a part of it has arrived. */
async function startServer(delayMs = 0): Promise<number> {
	const server = createServer(async (req, res) => {
		if (delayMs > 0) await sleep(delayMs);
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

it.each([0, 10])(
	"reads a large body slowly that was refused unread after %d ms",
	async (delayMs) => {
		const port = await startServer(delayMs);
		expect(await sendRefused(port, 24 * MIB)).toBeGreaterThan(1_000);
	},
);

it("delays no small body", async () => {
	expect(await sendRefused(await startServer(), 32 * 1024)).toBeLessThan(1_000);
});
