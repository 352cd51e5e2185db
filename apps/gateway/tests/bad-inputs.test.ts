import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { id, long, MESSAGES, rows, T, TICKET, utf8 } from "./bad-input-rows.ts";
import {
	type Answer,
	type Gateway,
	type SendOptions,
	startGateway,
} from "./gateway.ts";
import { sendRaw } from "./raw-http.ts";

// The rows of the table of bad inputs that the gateway decides by itself; the numbers are the table's.

let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

/** Nothing of a refused request reaches a service, and the answer is complete. */
function expectRefusal(
	answer: Answer,
	status: number,
	code: string,
	param?: string | null,
) {
	expect([answer.status, answer.json?.error?.code]).toEqual([status, code]);
	if (param !== undefined) expect(answer.json.error.param).toBe(param);
	expect(answer.json.error.request_id).toBe(answer.headers.get("x-request-id"));
	expect(answer.headers.get("x-ratelimit-limit")).toMatch(/^\d+$/);
	expect(answer.text).not.toMatch(/\n +at |node_modules/);
	expect(gateway.services.calls).toEqual([]);
}

it.each(rows)(
	"row %i, %s",
	async (_row, _what, method, path, init, status, code, param) => {
		expectRefusal(await gateway.send(method, path, init), status, code, param);
	},
);

it("refuses a text of marks without end as too long, at once", async () => {
	const marks = `a${"\u0315\u0300\u05ae\u0316".repeat(100_000)}`;
	for (const [path, param, body] of [
		["/v1/tickets", "subject", { ...T, subject: marks }],
		["/v1/tickets", "tags.0", { ...T, tags: [marks] }],
		["/v1/knowledge/search", "query", { query: marks }],
	] as const) {
		const answer = await gateway.send("POST", path, { body });
		expectRefusal(answer, 400, "invalid_parameter", param);
	}
});

it("names everything that is wrong, the first on top", async () => {
	const { json } = await gateway.send("POST", "/v1/tickets", {
		body: { subject: " ", priority: "x", colour: 1 },
	});
	const { errors, ...top } = json.error;
	expect(errors.map((error: { param: string }) => error.param).sort()).toEqual([
		"body",
		"colour",
		"contact.email",
		"priority",
		"subject",
	]);
	expect(top).toMatchObject(errors[0]);
});

describe("what is fine", () => {
	const ok: [number, string, string, string, SendOptions, number][] = [
		[
			29,
			"a byte order mark",
			"POST",
			"/v1/tickets",
			{ body: utf8(`\ufeff${JSON.stringify(T)}`) },
			201,
		],
		[
			67,
			"a cursor for the service to judge",
			"GET",
			`/v1/tickets?cursor=${long(1_000)}`,
			{},
			200,
		],
		[
			71,
			"after later than before",
			"GET",
			"/v1/tickets?created_after=2026-02-01&created_before=2026-01-01",
			{},
			200,
		],
		[73, "a tag like SQL", "GET", "/v1/tickets?tag='%20OR%201=1", {}, 200],
		[
			95,
			"Accept: text/html",
			"GET",
			"/v1/tickets",
			{ headers: { Accept: "text/html" } },
			200,
		],
		[
			98,
			"a bad traceparent",
			"GET",
			"/v1/tickets",
			{ headers: { traceparent: "00-0-0-01" } },
			200,
		],
		[
			0,
			"gzip",
			"POST",
			"/v1/tickets",
			{
				body: gzipSync(JSON.stringify(T)),
				headers: { "Content-Encoding": "gzip" },
			},
			201,
		],
		[
			0,
			"no body where none is needed",
			"POST",
			`/v1/conversations/${id}/ai-draft/approve`,
			{},
			200,
		],
		[0, "bearer in lower case", "GET", "/v1/tickets", {}, 200],
	];
	it.each(ok)("row %i, %s", async (_row, _what, method, path, init, status) => {
		const answer = await gateway.send(method, path, init);
		expect(answer.status).toBe(status);
		expect(({} as { admin?: number }).admin).toBeUndefined();
	});

	it("row 32: attribute keys that objects have by nature reach the service", async () => {
		const attributes = '{"__proto__":1,"toString":1,"constructor":1}';
		await gateway.send("POST", "/v1/tickets", {
			body: `{"custom_attributes":${attributes},${JSON.stringify({ ...T, custom_attributes: undefined }).slice(1)}`,
		});
		const [call] = gateway.services.calls;
		expect(call!.request.customAttributesJson).toBe(attributes);
	});

	it("row 95: a body on GET is passed over", async () => {
		const { status } = await sendRaw(
			gateway.port,
			`GET ${TICKET} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${gateway.key}\r\nContent-Length: 4\r\n\r\nabcd`,
		);
		expect(status).toBe(200);
	});

	it("a message of 20 MiB of attachments", async () => {
		const file = {
			filename: "a.bin",
			content_type: "application/octet-stream",
			data: randomBytes(10 * 1024 * 1024).toString("base64"),
		};
		const { status } = await gateway.send("POST", MESSAGES, {
			body: { body: "two", type: "note", attachments: [file, file] },
		});
		expect(status).toBe(201);
	});
});

describe("what no client library sends", () => {
	const close = "Host: a\r\nConnection: close\r\n";
	const authorised = () => `${close}Authorization: Bearer ${gateway.key}\r\n`;

	it.each<[string, () => string, number, string]>([
		[
			"5: two keys",
			() =>
				`GET /v1/tickets HTTP/1.1\r\n${authorised()}Authorization: Bearer x\r\n\r\n`,
			401,
			"invalid_api_key",
		],
		[
			"11: TRACE",
			() => `TRACE /v1/tickets HTTP/1.1\r\n${authorised()}\r\n`,
			405,
			"method_not_allowed",
		],
		[
			"11: a method that is none",
			() => `FOO /v1/tickets HTTP/1.1\r\n${authorised()}\r\n`,
			405,
			"method_not_allowed",
		],
		[
			"11: a method in lower case",
			() => `get /v1/tickets HTTP/1.1\r\n${authorised()}\r\n`,
			405,
			"method_not_allowed",
		],
		[
			"11: a method with more behind it",
			() => `POSTS /v1/tickets HTTP/1.1\r\n${authorised()}\r\n`,
			405,
			"method_not_allowed",
		],
		[
			"89: two idempotency keys",
			() =>
				`POST ${TICKET}/tags HTTP/1.1\r\n${authorised()}Content-Type: application/json\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 14\r\n\r\n{"tags":["a"]}`,
			400,
			"invalid_idempotency_key",
		],
		[
			"94: a header of 20 kB",
			() => `GET /v1/tickets HTTP/1.1\r\n${close}X: ${long(20_000)}\r\n\r\n`,
			431,
			"request_too_large",
		],
		[
			"94: a URL of 17 kB",
			() => `GET /v1/tickets?a=${long(17_000)} HTTP/1.1\r\n${close}\r\n`,
			431,
			"request_too_large",
		],
		[
			"95: Expect without a key",
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
			"CONNECT to a place of ours",
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
			"a whole URL with a path of nobody's",
			() => `GET http://a:b/v1/nowhere HTTP/1.1\r\n${authorised()}\r\n`,
			404,
			"route_not_found",
		],
	])("row %s", async (_what, request, status, code) => {
		const answer = await sendRaw(gateway.port, request());
		expect([answer.status, answer.json?.error.code]).toEqual([status, code]);
		expect(answer.json.error.request_id).toBe(
			answer.headers.get("x-request-id"),
		);
		expect(answer.headers.get("x-ratelimit-limit")).toMatch(/^\d+$/);
		expect(answer.headers.has("allow")).toBe(status === 405);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(answer.headers.get("x-frame-options")).toBe("SAMEORIGIN");
	});

	it("sends no interim answer to a client of HTTP/1.0, which knows none", async () => {
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

	it("row 26: a chunked body that is too large gets an answer it can read", async () => {
		const chunk = `10000\r\n${long(0x10000)}\r\n`;
		const answer = await sendRaw(
			gateway.port,
			`POST /v1/tickets HTTP/1.1\r\n${authorised()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`,
		);
		expect([answer.status, answer.json.error.code]).toEqual([
			413,
			"request_too_large",
		]);
	});
});
