import { afterAll, beforeAll, expect, it } from "vitest";
import { long, T, TICKET } from "./bad-input-rows.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import { sendRaw } from "./raw-http.ts";

// Requests that no client library sends.

let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway();
});
afterAll(() => gateway.stop());

const close = "Host: a\r\nConnection: close\r\n";
const authorised = () => `${close}Authorization: Bearer ${gateway.key}\r\n`;

it.each<[string, () => string, number, string]>([
	[
		"two keys",
		() =>
			`GET /v1/tickets HTTP/1.1\r\n${authorised()}Authorization: Bearer x\r\n\r\n`,
		401,
		"invalid_api_key",
	],
	[
		"TRACE",
		() => `TRACE /v1/tickets HTTP/1.1\r\n${authorised()}\r\n`,
		405,
		"method_not_allowed",
	],
	[
		"an unknown method",
		() => `FOO /v1/tickets HTTP/1.1\r\n${authorised()}\r\n`,
		400,
		"invalid_parameter",
	],
	[
		"a method in lower case",
		() => `get /v1/tickets HTTP/1.1\r\n${authorised()}\r\n`,
		400,
		"invalid_parameter",
	],
	[
		"a method with a suffix",
		() => `POSTS /v1/tickets HTTP/1.1\r\n${authorised()}\r\n`,
		400,
		"invalid_parameter",
	],
	[
		"two idempotency keys",
		() =>
			`POST ${TICKET}/tags HTTP/1.1\r\n${authorised()}Content-Type: application/json\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 14\r\n\r\n{"tags":["a"]}`,
		400,
		"invalid_idempotency_key",
	],
	[
		"a header of 20 kB",
		() => `GET /v1/tickets HTTP/1.1\r\n${close}X: ${long(20_000)}\r\n\r\n`,
		431,
		"request_too_large",
	],
	[
		"a URL of 17 kB",
		() => `GET /v1/tickets?a=${long(17_000)} HTTP/1.1\r\n${close}\r\n`,
		431,
		"request_too_large",
	],
	[
		"Expect without a key",
		() =>
			`POST /v1/tickets HTTP/1.1\r\n${close}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`,
		401,
		"missing_api_key",
	],
	[
		"no Host",
		() => `GET /v1/tickets HTTP/1.1\r\nConnection: close\r\n\r\n`,
		400,
		"invalid_parameter",
	],
	[
		"two Hosts",
		() => `GET /v1/tickets HTTP/1.1\r\n${authorised()}Host: b\r\n\r\n`,
		400,
		"invalid_parameter",
	],
	[
		"two lengths",
		() =>
			`POST /v1/tickets HTTP/1.1\r\n${close}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
		400,
		"invalid_parameter",
	],
	[
		"length and chunks",
		() =>
			`POST /v1/tickets HTTP/1.1\r\n${close}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
		400,
		"invalid_parameter",
	],
	["not HTTP", () => "hello\r\n\r\n", 400, "invalid_parameter"],
	[
		"CONNECT without a key",
		() => `CONNECT /v1/tickets HTTP/1.1\r\n${close}\r\n`,
		401,
		"missing_api_key",
	],
	[
		"CONNECT to a known path",
		() => `CONNECT /v1/tickets HTTP/1.1\r\n${authorised()}\r\n`,
		405,
		"method_not_allowed",
	],
	[
		"a whole URL without a key",
		() => `GET http://[::1/v1/tickets HTTP/1.1\r\n${close}\r\n`,
		401,
		"missing_api_key",
	],
	[
		"a whole URL with an unknown path",
		() => `GET http://a:b/v1/nowhere HTTP/1.1\r\n${authorised()}\r\n`,
		404,
		"route_not_found",
	],
])("%s", async (_what, request, status, code) => {
	const response = await sendRaw(gateway.port, request());
	expect([response.status, response.json?.error.code]).toEqual([status, code]);
	expect(response.json.error.request_id).toBe(
		response.headers.get("x-request-id"),
	);
	expect(response.headers.get("x-ratelimit-limit")).toMatch(/^\d+$/);
	expect(response.headers.has("allow")).toBe(status === 405);
	expect(response.headers.get("cache-control")).toBe("no-store");
	expect(response.headers.get("x-frame-options")).toBe("SAMEORIGIN");
});

const keepsAlive = () =>
	`Connection: keep-alive\r\nAuthorization: Bearer ${gateway.key}\r\n`;
const tags = JSON.stringify({ tags: ["a"] });

it.each([
	["no Host", () => `GET /v1/tickets HTTP/1.1\r\n${keepsAlive()}\r\n`],
	[
		"two Hosts",
		() =>
			`GET /v1/tickets HTTP/1.1\r\n${keepsAlive()}Host: a\r\nHost: a\r\n\r\n`,
	],
	[
		"no Host, with a body",
		() =>
			`POST ${TICKET}/tags HTTP/1.1\r\n${keepsAlive()}Content-Type: application/json\r\nContent-Length: ${tags.length}\r\n\r\n${tags}`,
	],
	[
		"no Host, outside of the API",
		() => `GET /healthz HTTP/1.1\r\n${keepsAlive()}\r\n`,
	],
	[
		"a Host that is none",
		() => `GET /v1/tickets HTTP/1.1\r\n${keepsAlive()}Host: a b/c\r\n\r\n`,
	],
	[
		"an unknown method",
		() => `FOO /v1/tickets HTTP/1.1\r\n${keepsAlive()}Host: a\r\n\r\n`,
	],
])("closes the connection of a request with %s", async (_what, request) => {
	// Resolves when the gateway closes the connection.
	const response = await sendRaw(gateway.port, request());
	expect([response.status, response.json.error.code]).toEqual([
		400,
		"invalid_parameter",
	]);
	expect(response.headers.get("connection")).toBe("close");
});

it.each([
	["*", 404, "route_not_found", undefined],
	["/", 405, "method_not_allowed", "GET, HEAD"],
	["/docs", 405, "method_not_allowed", "GET, HEAD"],
	["/healthz", 405, "method_not_allowed", "GET, HEAD"],
])(
	"answers OPTIONS %s in the shape of all errors",
	async (target, status, code, allow) => {
		const request = `OPTIONS ${target} HTTP/1.1\r\n${close}\r\n`;
		const response = await sendRaw(gateway.port, request);
		expect([response.status, response.json.error.code]).toEqual([status, code]);
		expect(response.headers.get("content-type")).toBe("application/json");
		expect(response.headers.get("allow")).toBe(allow);
	},
);

it("sends no interim response to a client of HTTP/1.0", async () => {
	const body = JSON.stringify(T);
	const { status } = await sendRaw(
		gateway.port,
		`POST /v1/tickets HTTP/1.0\r\n${authorised()}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
	);
	expect(status).toBe(201);
});

it("serves a whole URL as its path, and links the next page by the path", async () => {
	const { status, headers } = await sendRaw(
		gateway.port,
		`GET http://a/v1/tickets?limit=2 HTTP/1.1\r\n${authorised()}\r\n`,
	);
	expect([status, headers.get("link")]).toEqual([
		200,
		'</v1/tickets?limit=2&cursor=bmV4dA>; rel="next"',
	]);
});

it("returns a readable response to a chunked body that is too large", async () => {
	const chunk = `10000\r\n${long(0x10000)}\r\n`;
	const response = await sendRaw(
		gateway.port,
		`POST /v1/tickets HTTP/1.1\r\n${authorised()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`,
	);
	expect([response.status, response.json.error.code]).toEqual([
		413,
		"request_too_large",
	]);
});
