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

/** The answers of the application; a request for /slow never gets the whole of its answer. */
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

/** Sends bytes and answers everything that comes back until the server closes the connection. */
async function exchange(...parts: string[]): Promise<string> {
	const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
	for (const part of parts) socket.write(part);
	let answer = "";
	socket.on("data", (chunk) => {
		answer += chunk;
	});
	await once(socket, "end");
	socket.destroy();
	return answer;
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
		"a body with a chunk that is none",
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
	"%s is answered with %i in the API's shape, and the connection closed",
	async (_name, status, code, parts) => {
		const answer = await exchange(...parts);
		const [head = "", body = ""] = answer.split("\r\n\r\n");
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
	"refuses a method that HTTP does not have with 400 and closes, also behind another request: %j",
	async (unknown) => {
		const answer = await exchange(`${GET}\r\n${unknown}`);
		expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual([
			"HTTP/1.1 200",
			"HTTP/1.1 400",
		]);
		expect(answer).not.toContain("Allow:");
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
	it("is refused after an answer that went well", async () => {
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
		"gets the answer to a whole request before it is refused for what follows it: %s, %s",
		async (path) => {
			const answer = await exchange(
				`GET ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{NONSENSE\r\n\r\n`,
			);
			expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual([
				"HTTP/1.1 200",
				"HTTP/1.1 400",
			]);
			expect(answer).toContain("answered");
		},
	);

	it("is closed without a word when an answer is half written", async () => {
		const answer = await exchange(
			"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n",
			"NONSENSE\r\n\r\n",
		).catch(() => "closed");
		expect(answer).not.toContain("HTTP/1.1 400");
	});

	it("that sends its headers or its body too slowly is answered and closed, and others are served meanwhile", async () => {
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
		for (const answer of await slow) expect(answer).toMatch(/^HTTP\/1\.1 400 /);
		expect(
			await exchange(
				"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe",
			),
		).toMatch(/^HTTP\/1\.1 400 /);
	});
});

it("refuses a request without a Host, and takes one of HTTP/1.0", async () => {
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
	const answer = await exchange(
		`GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`,
	);
	expect(answer).toContain("more than one Host header");
});

it("takes any number of headers that are not too large together", async () => {
	const headers = "A: b\r\n".repeat(2_000);
	expect(await exchange(`${GET}${headers}Connection: close\r\n\r\n`)).toContain(
		"HTTP/1.1 200",
	);
});

it("ignores an expectation it does not know", async () => {
	expect(
		await exchange(`${GET}Expect: a-miracle\r\nConnection: close\r\n\r\n`),
	).toContain("HTTP/1.1 200");
});
