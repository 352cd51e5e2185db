import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { AppError } from "@supportdesk/errors/app-error.ts";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import {
	checkRawRequest,
	guardServer,
	LINGER_MS,
	SERVER_OPTIONS,
} from "./raw-http.ts";

let server: Server;
let refused: { status: number; requestId: string; err: Error }[];

/** The application's responses; the response for /slow never ends. */
function listen(options: object = {}) {
	server = createServer({ ...SERVER_OPTIONS, ...options }, (req, res) => {
		try {
			checkRawRequest(req);
			if (req.url === "/slow")
				res.writeHead(200, { "Content-Length": "10" }).write("half");
			else if (req.url === "/body")
				req.on("end", () => res.end("read")).resume();
			else if (req.url === "/later") setTimeout(() => res.end("answered"), 50);
			else res.end("answered");
		} catch (err) {
			res.writeHead(400).end((err as AppError).message);
		}
	});
	guardServer(server, {
		newRequestId: () => "req_test",
		renderError: (error, requestId) =>
			JSON.stringify({
				error: { type: error.type, code: error.code, request_id: requestId },
			}),
		headers: () => ({ "X-RateLimit-Limit": "600" }),
		onRefused: (refusal) => refused.push(refusal),
	});
	server.listen(0, "127.0.0.1");
	return once(server, "listening");
}

/** Sends bytes and returns all received bytes when the server closes the connection. */
async function exchange(...parts: string[]): Promise<string> {
	const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
	for (const part of parts) socket.write(part);
	let response = "";
	socket.on("data", (chunk) => {
		response += chunk;
	});
	await once(socket, "end");
	socket.destroy();
	return response;
}

beforeEach(async () => {
	refused = [];
	await listen();
});
afterEach(async () => {
	server.closeAllConnections();
	server.close();
	await once(server, "close");
});

const GET = "GET / HTTP/1.1\r\nHost: x\r\n";

test.each([
	[
		"20 kB of headers",
		431,
		"request_too_large",
		[`${GET}X-Large: ${"a".repeat(20_000)}\r\n\r\n`],
	],
	[
		"a URL of 17 kB",
		431,
		"request_too_large",
		[`GET /${"a".repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
	],
	[
		"1 MB of headers",
		431,
		"request_too_large",
		Array.from(
			{ length: 100 },
			() => `X-Large: ${"a".repeat(10_000)}\r\n`,
		).toSpliced(0, 0, GET),
	],
	[
		"a length and chunks",
		400,
		"invalid_parameter",
		[
			"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		],
	],
	[
		"two lengths",
		400,
		"invalid_parameter",
		[
			"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
		],
	],
	[
		"a transfer encoding that does not end in chunks",
		400,
		"invalid_parameter",
		["POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, gzip\r\n\r\n"],
	],
	[
		"a space before a colon",
		400,
		"invalid_parameter",
		["GET / HTTP/1.1\r\nHost : x\r\n\r\n"],
	],
	[
		"a header with a line feed alone",
		400,
		"invalid_parameter",
		["GET / HTTP/1.1\nHost: x\r\nX: a\rb\r\n\r\n"],
	],
	[
		"a body with an invalid chunk",
		400,
		"invalid_parameter",
		[
			"POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
			"5\r\nhello\r\nnone\r\n",
		],
	],
	[
		"no HTTP at all",
		400,
		"invalid_parameter",
		["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
	],
])(
	"responds to %s with %i in the API's shape, and closes the connection",
	async (_name, status, code, parts) => {
		const response = await exchange(...parts);
		const [head = "", body = ""] = response.split("\r\n\r\n");
		expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
		expect(JSON.parse(body)).toEqual({
			error: { type: "invalid_request", code, request_id: "req_test" },
		});
		expect(head.split("\r\n")).toEqual(
			expect.arrayContaining([
				"X-Request-Id: req_test",
				"X-RateLimit-Limit: 600",
				"Content-Type: application/json",
				`Content-Length: ${Buffer.byteLength(body)}`,
				"Connection: close",
			]),
		);
		expect(refused).toMatchObject([{ status, requestId: "req_test" }]);
	},
);

it.each(["NONSENSE /b HTTP/1.1\r\nHost: x\r\n\r\n", "POST-IT\r\n\r\n"])(
	"refuses an unknown method with 400 and closes, also after another request: %j",
	async (unknown) => {
		const response = await exchange(`${GET}\r\n${unknown}`);
		expect(response.match(/HTTP\/1.1 \d+/g)).toEqual([
			"HTTP/1.1 200",
			"HTTP/1.1 400",
		]);
		expect(response).not.toContain("Allow:");
		expect(await exchange(unknown)).toContain("HTTP/1.1 400");
	},
);

it("closes a body that stalls within 60 s", () => {
	const { requestTimeout, connectionsCheckingInterval } = SERVER_OPTIONS;
	expect(
		requestTimeout + connectionsCheckingInterval + LINGER_MS,
	).toBeLessThanOrEqual(60_000);
});

describe("a connection", () => {
	it("is refused after a successful response", async () => {
		const { port } = server.address() as AddressInfo;
		const socket = connect(port, "127.0.0.1");
		socket.write(`${GET}\r\n`);
		expect(String(await once(socket, "data"))).toContain("answered");
		socket.write("NONSENSE\r\n\r\n");
		expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1\.1 400 /);
		await once(socket, "end");
	});

	it.each([
		["/", "at once"],
		["/later", "in a while"],
	])(
		"gets the response to a complete request before later bytes are refused: %s, %s",
		async (path) => {
			const response = await exchange(
				`GET ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{NONSENSE\r\n\r\n`,
			);
			expect(response.match(/HTTP\/1.1 \d+/g)).toEqual([
				"HTTP/1.1 200",
				"HTTP/1.1 400",
			]);
			expect(response).toContain("answered");
		},
	);

	it("is closed without a response when an earlier response is partly written", async () => {
		const response = await exchange(
			"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n",
			"NONSENSE\r\n\r\n",
		).catch(() => "closed");
		expect(response).not.toContain("HTTP/1.1 400");
	});

	it("that sends its headers or its body too slowly gets a 400 and is closed, while others are served", async () => {
		server.closeAllConnections();
		server.close();
		await once(server, "close");
		await listen({
			headersTimeout: 100,
			requestTimeout: 200,
			connectionsCheckingInterval: 20,
		});
		const slow = Promise.all(
			Array.from({ length: 50 }, () => exchange("GET / HTTP/1.1\r\n")),
		);
		const port = (server.address() as AddressInfo).port;
		expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe(
			"answered",
		);
		for (const response of await slow)
			expect(response).toMatch(/^HTTP\/1\.1 400 /);
		expect(
			await exchange(
				"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe",
			),
		).toMatch(/^HTTP\/1\.1 400 /);
	});
});

it("refuses a request without a Host, and accepts one of HTTP/1.0", async () => {
	expect(
		await exchange("GET / HTTP/1.1\r\nConnection: close\r\n\r\n"),
	).toContain("no Host header");
	expect(await exchange("GET / HTTP/1.0\r\n\r\n")).toContain("answered");
});

it.each([
	["Host: x\r\nHost: y\r\n"],
	["Host: x\r\nhOST: x\r\n"],
	["Host: x\r\nX-Between: 1\r\nHost: \r\n"],
])("refuses a request with several Hosts: %j", async (hosts) => {
	const response = await exchange(
		`GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`,
	);
	expect(response).toContain("more than one Host header");
});

it.each(["", "x", "x:80", "a_b.ex-1.com:", "%41", "1.2.3.4:8", "[::1]:80"])(
	"accepts the Host %j",
	async (host) => {
		const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
		expect(await exchange(request)).toContain("answered");
	},
);

it.each(["a b/c", "a/b", "a@b", "a:b", "::1", "[::1", "%4", "a?b", "ü"])(
	"refuses the Host %j",
	async (host) => {
		const request = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
		expect(await exchange(request)).toContain("The Host header is not a host");
	},
);

it("accepts any number of headers within the size limit", async () => {
	const headers = "A: b\r\n".repeat(2_000);
	expect(await exchange(`${GET}${headers}Connection: close\r\n\r\n`)).toContain(
		"HTTP/1.1 200",
	);
});

it("ignores an unknown expectation", async () => {
	expect(
		await exchange(`${GET}Expect: a-miracle\r\nConnection: close\r\n\r\n`),
	).toContain("HTTP/1.1 200");
});
