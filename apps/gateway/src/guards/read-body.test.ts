import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createMemoryBudget } from "./memory-budget.ts";
import { parseJson } from "./parse-json.ts";
import { guardServer, SERVER_OPTIONS } from "./raw-http.ts";
import { BODY_BYTES_MAX, readBody } from "./read-body.ts";

const LIMIT = BODY_BYTES_MAX.plain;
const memory = createMemoryBudget();
const OWNER = { keyId: "key_1", workspaceId: "wsp_1" };
let server: Server;
let url: string;

/** Responds with `{read: <bytes of the body's JSON>}`, or the code of the error. */
beforeAll(async () => {
	server = createServer(SERVER_OPTIONS, async (req, res) => {
		let [status, response]: [number, object] = [200, {}];
		try {
			if (req.url === "/refused-unread")
				throw new AppError(
					"authentication_error",
					"missing_api_key",
					"No key.",
				);
			const bytes = await readBody(req, res, LIMIT, memory.open(OWNER));
			response = {
				read: bytes.length,
				value: bytes.length < 100 ? parseJson(bytes).value : null,
			};
		} catch (err) {
			if (!(err instanceof AppError)) throw err;
			[status, response] = [
				err.code === "request_too_large" ? 413 : 400,
				{ code: err.code },
			];
		}
		if (!res.destroyed) res.writeHead(status).end(JSON.stringify(response));
	});
	guardServer(server, {
		newRequestId: () => "req_1",
		renderError: (error) => error.code,
		headers: () => ({}),
		onRefused: () => {},
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
	server.closeAllConnections();
	server.close();
	await once(server, "close");
});

async function send(
	body: RequestInit["body"],
	headers: Record<string, string> = {},
) {
	const init = {
		method: "POST",
		body,
		duplex: "half",
		headers: { "content-type": "application/json", ...headers },
	};
	const res = await fetch(url, init as RequestInit);
	return { status: res.status, ...((await res.json()) as object) };
}

/** A body without a Content-Length. */
const chunked = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]).stream();
const spaces = (length: number) => new Uint8Array(length).fill(0x20);

/** Sends a raw request and returns the received text when the server closes or `until` has arrived. */
async function raw(request: string, until: string): Promise<string> {
	const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
	socket.write(request);
	let response = "";
	for await (const chunk of socket) {
		response += chunk;
		if (response.includes(until)) break;
	}
	socket.destroy();
	return response;
}

it("requires a Content-Type for a body, and none without a body", async () => {
	const unnamed = { "content-type": "" };
	expect(await send(chunked(spaces(2)), unnamed)).toEqual({
		status: 400,
		code: "unsupported_media_type",
	});
	const { status, ...response } = await send(undefined, {
		"content-type": "text/plain",
	});
	expect([status, response]).toEqual([200, { read: 0, value: {} }]);
});

describe("a compressed body", () => {
	const json = Buffer.from('{"a":1}');
	test.each([
		["gzip", gzipSync(json)],
		["x-gzip", gzipSync(json)],
		["GZIP", gzipSync(json)],
		["deflate", deflateSync(json)],
		["br", brotliCompressSync(json)],
		["identity", json],
	])("in %s is read", async (encoding, body) => {
		expect(await send(body, { "content-encoding": encoding })).toMatchObject({
			status: 200,
			value: { a: 1 },
		});
	});

	test.each(["zstd", "compress", "gzip, br", "gzip, gzip"])(
		"in %s is refused",
		async (encoding) => {
			expect(
				await send(gzipSync(json), { "content-encoding": encoding }),
			).toEqual({ status: 400, code: "unsupported_media_type" });
		},
	);

	test.each([
		["not compressed at all", json],
		["cut short", gzipSync(json).subarray(0, 15)],
	])("%s is refused", async (_name, body) => {
		expect(await send(body, { "content-encoding": "gzip" })).toEqual({
			status: 400,
			code: "invalid_json",
		});
	});

	test.each([
		["gzip", gzipSync(json), "\0\0"],
		["gzip", gzipSync(json), "more"],
		["deflate", deflateSync(json), "more"],
		["br", brotliCompressSync(json), "more"],
	])("in %s with bytes behind it is refused", async (encoding, body, more) => {
		const headers = { "content-encoding": encoding };
		const refused = { status: 400, code: "invalid_json" };
		const whole = Buffer.concat([body, Buffer.from(more)]);
		expect(await send(whole, headers)).toEqual(refused);
		const parts = ReadableStream.from([body, Buffer.from(more)]);
		expect(await send(parts as RequestInit["body"], headers)).toEqual(refused);
	});

	it("in gzip of several members is read", async () => {
		const members = [json.subarray(0, 3), json.subarray(3)];
		const body = Buffer.concat(members.map((part) => gzipSync(part)));
		expect(await send(body, { "content-encoding": "gzip" })).toMatchObject({
			status: 200,
			value: { a: 1 },
		});
	});

	test.each([
		["gzip", gzipSync(spaces(5 * LIMIT))],
		["deflate", deflateSync(spaces(5 * LIMIT))],
		["br", brotliCompressSync(spaces(500 * 1024 * 1024))],
	])(
		"in %s that decompresses beyond the limit is stopped at the limit",
		async (encoding, bomb) => {
			expect(bomb.length).toBeLessThan(6_000);
			const heapBefore = process.memoryUsage().arrayBuffers;
			expect(await send(bomb, { "content-encoding": encoding })).toEqual({
				status: 413,
				code: "request_too_large",
			});
			expect(process.memoryUsage().arrayBuffers - heapBefore).toBeLessThan(
				50 * 1024 * 1024,
			);
		},
	);

	it("of exactly the limit is read", async () => {
		const body = gzipSync(spaces(LIMIT));
		expect(await send(body, { "content-encoding": "gzip" })).toMatchObject({
			status: 200,
			read: LIMIT,
		});
	});
});

describe("a body that is too large", () => {
	test.each([
		["one byte over, with a length", () => spaces(LIMIT + 1)],
		["one byte over, without a length", () => chunked(spaces(LIMIT + 1))],
		["far over, with a length", () => spaces(20 * LIMIT)],
		["far over, without a length", () => chunked(spaces(20 * LIMIT))],
	])("%s, is refused and the client can read why", async (_name, body) => {
		expect(await send(body())).toEqual({
			status: 413,
			code: "request_too_large",
		});
	});

	test.each([
		["with a length", () => spaces(LIMIT)],
		["without a length", () => chunked(spaces(LIMIT))],
	])("is not one of exactly the limit, %s", async (_name, body) => {
		expect(await send(body())).toMatchObject({ status: 200, read: LIMIT });
	});

	it("is refused by its Content-Length, before a byte of it is sent", async () => {
		const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${LIMIT + 1}\r\n\r\n`;
		expect(await raw(head, "request_too_large")).toMatch(/^HTTP\/1.1 413 /);
	});

	it("is cut off when it never ends", async () => {
		const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
		socket.on("error", () => {});
		const closed = new Promise((resolve) => socket.once("close", resolve));
		socket.resume();
		socket.write(
			"POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
		);
		const chunk = `100000\r\n${" ".repeat(0x100000)}\r\n`;
		while (!socket.destroyed) {
			if (!socket.write(chunk))
				await Promise.race([once(socket, "drain"), closed]).catch(() => {});
		}
		await closed;
		expect(socket.bytesWritten).toBeGreaterThan(64 * 1024 * 1024);
	});
});

describe("Expect: 100-continue", () => {
	const head = (path: string) =>
		`POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n`;

	it("gets an interim response when the body is needed", async () => {
		expect(await raw(head("/"), "\r\n\r\n")).toBe(
			"HTTP/1.1 100 Continue\r\n\r\n",
		);
	});

	it("gets none when the request is refused without its body", async () => {
		expect(await raw(head("/refused-unread"), "missing_api_key")).toMatch(
			/^HTTP\/1.1 400 /,
		);
	});
});

it("survives a client that disconnects within the body", async () => {
	const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
	socket.write(
		"POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
	);
	await once(server, "request");
	socket.destroy();
	await once(socket, "close");
	expect(await send("{}")).toMatchObject({ status: 200 });
});
