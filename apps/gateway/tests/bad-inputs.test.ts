import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { id, long, MESSAGES, rows, T, TICKET, utf8 } from "./bad-input-rows.ts";
import {
	type Gateway,
	type SendOptions,
	startGateway,
	type TestResponse,
} from "./gateway.ts";
import { sendRaw } from "./raw-http.ts";

let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

/** Expects that no service was called, and that the error response is complete. */
function expectRefusal(
	response: TestResponse,
	status: number,
	code: string,
	param?: string | null,
) {
	expect([response.status, response.json?.error?.code]).toEqual([status, code]);
	if (param !== undefined) expect(response.json.error.param).toBe(param);
	expect(response.json.error.request_id).toBe(
		response.headers.get("x-request-id"),
	);
	expect(response.headers.get("x-ratelimit-limit")).toMatch(/^\d+$/);
	expect(response.text).not.toMatch(/\n +at |node_modules/);
	expect(gateway.services.calls).toEqual([]);
}

it.each(rows)(
	"refuses %s",
	async (_what, method, path, init, status, code, param) => {
		expectRefusal(await gateway.send(method, path, init), status, code, param);
	},
);

it("refuses unbounded combining marks as too long, without delay", async () => {
	const marks = `a${"\u0315\u0300\u05ae\u0316".repeat(100_000)}`;
	for (const [path, param, body] of [
		["/v1/tickets", "subject", { ...T, subject: marks }],
		["/v1/tickets", "tags.0", { ...T, tags: [marks] }],
		["/v1/knowledge/search", "query", { query: marks }],
	] as const) {
		const response = await gateway.send("POST", path, { body });
		expectRefusal(response, 400, "invalid_parameter", param);
	}
});

it("lists all errors, the first at the top level", async () => {
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

it("lists an invalid address together with all other errors", async () => {
	const { json } = await gateway.send("POST", "/v1/tickets", {
		body: {
			...T,
			subject: undefined,
			contact: { email: "local-part@", name: "\u202eAda" },
			priority: "x",
		},
	});
	expect(
		json.error.errors.map((error: { param: string }) => error.param).sort(),
	).toEqual(["contact.email", "contact.name", "priority", "subject"]);
	const { json: nameless } = await gateway.send("POST", "/v1/tickets", {
		body: { ...T, contact: { name: "\u202eAda" } },
	});
	expect(
		nameless.error.errors.map((error: { param: string }) => error.param).sort(),
	).toEqual(["contact.email", "contact.name"]);
});

it.each([
	["\\u0000", "control characters"],
	["\\ud800", "half of a surrogate pair"],
])(
	"names a text with %s together with all other invalid fields",
	async (forbidden, problem) => {
		const { json } = await gateway.send("POST", "/v1/tickets", {
			body: `{"subject":"${forbidden}","contact":{"email":"nobody@"},"priority":"x","custom_attributes":{"${forbidden}":1,"seats":1e400}}`,
		});
		const { errors, ...top } = json.error;
		expect(
			errors.map((error: { param: string }) => error.param).sort(),
		).toEqual([
			"body",
			"contact.email",
			"custom_attributes",
			"priority",
			"subject",
		]);
		expect(top).toMatchObject({
			...errors[0],
			code: "invalid_parameter",
			param: "subject",
			message: `subject must not contain ${problem}.`,
		});
	},
);

it("quotes an attribute key only up to the path's length limit", async () => {
	const { text } = await gateway.send("POST", "/v1/tickets", {
		body: { ...T, [long(900_000)]: 1, [`${long(900_000)}😀`]: 1 },
	});
	expect(text.length).toBeLessThan(2_000);
});

it.each([
	['{"subject": "a",\n "body" "b"}', "line 2, column 9"],
	['{"a":NaN}', "line 1, column 6"],
	['{"subject":', "line 1, column 12"],
	[`[\n${"[".repeat(32)}`, "line 2, column 32"],
	[
		Buffer.concat([utf8('{\n"é\ufffd": "'), Buffer.from([0xff]), utf8('"}')]),
		"line 2, column 8",
	],
])("names the position of a JSON syntax error: %s", async (body, place) => {
	const { json } = await gateway.send("POST", "/v1/tickets", { body });
	expect([json.error.code, json.error.message]).toEqual([
		"invalid_json",
		expect.stringContaining(`(${place})`),
	]);
});

describe("accepts", () => {
	const ok: [string, string, string, SendOptions, number][] = [
		[
			"a byte order mark",
			"POST",
			"/v1/tickets",
			{ body: utf8(`\ufeff${JSON.stringify(T)}`) },
			201,
		],
		[
			"a well-formed cursor, which the service checks",
			"GET",
			`/v1/tickets?cursor=${long(1_000)}`,
			{},
			200,
		],
		[
			"after later than before",
			"GET",
			"/v1/tickets?created_after=2026-02-01&created_before=2026-01-01",
			{},
			200,
		],
		["a tag like SQL", "GET", "/v1/tickets?tag='%20OR%201=1", {}, 200],
		[
			"Accept: text/html",
			"GET",
			"/v1/tickets",
			{ headers: { Accept: "text/html" } },
			200,
		],
		[
			"a malformed traceparent",
			"GET",
			"/v1/tickets",
			{ headers: { traceparent: "00-0-0-01" } },
			200,
		],
		[
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
			"no body where the body is optional",
			"POST",
			`/v1/conversations/${id}/ai-draft/approve`,
			{},
			200,
		],
		["bearer in lower case", "GET", "/v1/tickets", {}, 200],
	];
	it.each(ok)("%s", async (_what, method, path, init, status) => {
		const response = await gateway.send(method, path, init);
		expect(response.status).toBe(status);
		expect(({} as { admin?: number }).admin).toBeUndefined();
	});

	it("attribute keys that are properties of every object", async () => {
		const attributes = '{"__proto__":1,"toString":1,"constructor":1}';
		await gateway.send("POST", "/v1/tickets", {
			body: `{"custom_attributes":${attributes},${JSON.stringify({ ...T, custom_attributes: undefined }).slice(1)}`,
		});
		const [call] = gateway.services.calls;
		expect(call!.request.customAttributesJson).toBe(attributes);
	});

	it("a query with line ends and tabs, which count as spaces", async () => {
		const query = ` How do I\r\n\tget a refund?\n${" ".repeat(1_000)}`;
		const { status } = await gateway.send("POST", "/v1/knowledge/search", {
			body: { query },
		});
		expect(status).toBe(200);
		const [call] = gateway.services.calls;
		expect(call!.request.query).toBe("How do I  get a refund?");
	});

	it("the root, which redirects to the reference", async () => {
		const response = await fetch(gateway.url, { redirect: "manual" });
		expect(response.status).toBe(302);
		expect(response.headers.get("location")).toBe("docs");
		const followed = await fetch(gateway.url);
		expect(followed.url).toBe(`${gateway.url}/docs`);
		expect(await followed.text()).toContain("Support Desk API");
	});

	it("a body on GET, which is ignored", async () => {
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
