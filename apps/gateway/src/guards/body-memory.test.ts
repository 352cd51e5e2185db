import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AppError } from "@supportdesk/errors/app-error.ts";
import { expect, it } from "vitest";
import { createBodyMemory } from "./body-memory.ts";
import { BODY_BYTES_MAX, readBody } from "./read-body.ts";

const MIB = 1024 * 1024;

it("counts nothing for a response that is closed already", async () => {
	const memory = createBodyMemory();
	const server = createServer((req, res) => {
		res.once("close", () => {
			memory.hold(res, MIB);
			server.emit("counted");
		});
		req.socket.destroy();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const counted = once(server, "counted");
	fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).catch(
		() => {},
	);
	await counted;
	expect(memory.heldBytes()).toBe(0);
	server.close();
	await once(server, "close");
});

it("refuses uploads beyond what all may hold together, lets small bodies pass, and is free when they are answered", async () => {
	const memory = createBodyMemory(15 * MIB);
	const answers: (() => void)[] = [];
	const server = createServer(async (req, res) => {
		try {
			const { length } = await readBody(
				req,
				res,
				BODY_BYTES_MAX.attachments,
				memory,
			);
			if (length < MIB) res.end("200");
			else answers.push(() => res.end("200"));
		} catch (err) {
			res.end((err as AppError).code);
		}
		server.emit("read");
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const send = async (bytes: number) => {
		const headers = { "content-type": "application/json" };
		return (
			await fetch(url, { method: "POST", headers, body: new Uint8Array(bytes) })
		).text();
	};

	const first = send(10 * MIB);
	await once(server, "read");
	expect(await send(10 * MIB)).toBe("service_unavailable");
	expect(await send(64 * 1024)).toBe("200");
	for (const answer of answers) answer();
	expect(await first).toBe("200");
	await expect.poll(() => memory.heldBytes()).toBe(0);

	server.closeAllConnections();
	server.close();
	await once(server, "close");
});
