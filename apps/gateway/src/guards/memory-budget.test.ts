import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { AppError } from "@supportdesk/errors/app-error.ts";
import { expect, it } from "vitest";
import {
	createMemoryBudget,
	FREE_BYTES,
	HELD_BYTES_MAX,
	KEY_BYTES_MAX,
	type MemoryBudget,
	WORKSPACE_BYTES_MAX,
} from "./memory-budget.ts";
import { BODY_BYTES_MAX, readBody } from "./read-body.ts";

const MIB = 1024 * 1024;
const ADA = { keyId: "key_ada", workspaceId: "wsp_1" };
const BOB = { keyId: "key_bob", workspaceId: "wsp_1" };
const EVE = { keyId: "key_eve", workspaceId: "wsp_2" };
const refusal = expect.objectContaining({
	code: "service_unavailable",
	retryAfterSeconds: 2,
});

function take(memory: MemoryBudget, owner: typeof ADA, bytes: number) {
	const account = memory.open(owner);
	account.hold(bytes + FREE_BYTES);
	return account;
}

it("limits a key, a workspace and all workspaces together to their shares", () => {
	const memory = createMemoryBudget();
	take(memory, ADA, KEY_BYTES_MAX);
	expect(() => take(memory, ADA, 1)).toThrow(refusal);
	const rest = WORKSPACE_BYTES_MAX - KEY_BYTES_MAX;
	take(memory, BOB, rest);
	expect(() => take(memory, BOB, 1)).toThrow(refusal);
	take(memory, EVE, KEY_BYTES_MAX);
	const last = HELD_BYTES_MAX - WORKSPACE_BYTES_MAX - KEY_BYTES_MAX;
	take(memory, { keyId: "key_zoe", workspaceId: "wsp_3" }, last);
	expect(() =>
		take(memory, { keyId: "key_sam", workspaceId: "wsp_4" }, 1),
	).toThrow(refusal);
	expect(memory.heldBytes()).toBe(HELD_BYTES_MAX);
});

it("does not count the first bytes of a request, nor any byte of a refused one", () => {
	const memory = createMemoryBudget();
	const full = take(memory, ADA, KEY_BYTES_MAX);
	memory.open(ADA).hold(FREE_BYTES);
	expect(() => take(memory, ADA, MIB)).toThrow(refusal);
	full.clear();
	expect(memory.heldBytes()).toBe(0);
	take(memory, ADA, KEY_BYTES_MAX);
});

it("counts bytes that must be held although they do not fit", () => {
	const memory = createMemoryBudget();
	const account = take(memory, ADA, KEY_BYTES_MAX);
	account.add(MIB);
	expect(memory.heldBytes()).toBe(KEY_BYTES_MAX + MIB);
	account.close();
	expect(memory.heldBytes()).toBe(0);
});

it("counts nothing for a request that has ended", () => {
	const memory = createMemoryBudget();
	const account = take(memory, ADA, MIB);
	account.close();
	account.hold(MIB);
	account.add(MIB);
	expect(memory.heldBytes()).toBe(0);
});

it("lets a response wait for memory until others of its key have been read", async () => {
	const memory = createMemoryBudget();
	const unread = take(memory, ADA, KEY_BYTES_MAX);
	const first = memory.open(ADA).wait(KEY_BYTES_MAX, 60_000);
	const second = memory.open(ADA).wait(FREE_BYTES + 1, 60_000);
	await memory.open(EVE).wait(KEY_BYTES_MAX, 0);
	const held = memory.heldBytes();
	unread.clear();
	// What the owner of the memory takes in the same turn comes before those that wait.
	unread.hold(FREE_BYTES + MIB);
	await second;
	expect(memory.heldBytes()).toBe(held - KEY_BYTES_MAX + MIB + 1);
	unread.close();
	await first;
});

it("refuses a response that has waited too long, or whose client has disconnected", async () => {
	const memory = createMemoryBudget();
	take(memory, ADA, KEY_BYTES_MAX);
	await expect(memory.open(ADA).wait(MIB, 10)).rejects.toEqual(refusal);
	const account = memory.open(ADA);
	const waiting = account.wait(MIB, 60_000);
	account.close();
	await expect(waiting).rejects.toEqual(refusal);
	expect(memory.heldBytes()).toBe(KEY_BYTES_MAX);
});

it("reads uploads beyond the budget after others have been answered, and small bodies at once", async () => {
	const memory = createMemoryBudget(45 * MIB);
	const finishers: (() => void)[] = [];
	const server = createServer(async (req, res) => {
		const account = memory.open(ADA);
		res.once("close", account.close);
		try {
			const { length } = await readBody(
				req,
				res,
				BODY_BYTES_MAX.attachments,
				account,
			);
			if (length < MIB) res.end("200");
			else finishers.push(() => res.end("200"));
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
	const second = send(10 * MIB);
	expect(await send(64 * 1024)).toBe("200");
	expect(finishers).toHaveLength(1);
	for (const finish of finishers.splice(0)) finish();
	expect(await first).toBe("200");
	await expect.poll(() => finishers.length).toBe(1);
	for (const finish of finishers) finish();
	expect(await second).toBe("200");
	await expect.poll(() => memory.heldBytes()).toBe(0);

	server.closeAllConnections();
	server.close();
	await once(server, "close");
});

it("completes one upload after the other of those that do not fit together", async () => {
	const memory = createMemoryBudget();
	const server = createServer(async (req, res) => {
		const account = memory.open(ADA);
		res.once("close", account.close);
		try {
			await readBody(req, res, BODY_BYTES_MAX.attachments, account);
			res.end("200");
		} catch (err) {
			res.end((err as AppError).code);
		}
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const agent = new Agent({ keepAlive: true, maxSockets: 9 });
	const body = Buffer.alloc(27 * MIB);
	const headers = {
		"content-type": "application/json",
		"content-length": body.length,
	};
	const upload = () =>
		new Promise<string>((resolve, reject) => {
			request({ port, method: "POST", agent, headers }, (response) => {
				text(response).then(resolve, reject);
			})
				.on("error", () => resolve("cut"))
				.end(body);
		});
	let isOver = false;
	let whole = 0;
	const uploadOn = async () => {
		while (!isOver) {
			if ((await upload()) === "200") whole += 1;
			isOver = whole >= 5;
		}
	};
	// A refused one begins again: none of nine may keep all others from ending.
	await Promise.all(Array.from({ length: 9 }, uploadOn));
	agent.destroy();
	server.closeAllConnections();
	server.close();
	await once(server, "close");
});

it("reads a body slowly that it refused for lack of memory, after the response", async () => {
	const memory = createMemoryBudget(MIB);
	const server = createServer(async (req, res) => {
		const account = memory.open(ADA);
		await readBody(req, res, BODY_BYTES_MAX.attachments, account).catch(
			(err: AppError) => res.end(err.code),
		);
		account.close();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const body = Buffer.alloc(24 * MIB);
	const headers = {
		"content-type": "application/json",
		"content-length": body.length,
	};
	const sinceMs = performance.now();
	const sending = request({ port, method: "POST", headers });
	const closed = once(sending, "close");
	sending.end(body);
	const [response] = await once(sending, "response");
	expect(await text(response)).toBe("service_unavailable");
	const respondedMs = performance.now() - sinceMs;
	await closed;
	expect(performance.now() - sinceMs).toBeGreaterThan(respondedMs + 1_000);
	server.closeAllConnections();
	server.close();
	await once(server, "close");
});
