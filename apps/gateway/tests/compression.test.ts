import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as examples from "../src/api/examples.ts";
import { rendered } from "./fake-services.ts";
import { type Gateway, startGateway } from "./gateway.ts";

let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

const LIST = {
	data: Array.from({ length: 25 }, () => examples.ticket),
	has_more: false,
	next_cursor: null,
};
const MESSAGES = `/v1/tickets/${examples.ticket.id}/messages`;

/** Sends a request as it is: `fetch` would decompress the response. */
async function read(
	path: string,
	headers: Record<string, string> = { "Accept-Encoding": "gzip" },
	method = "GET",
) {
	const authorization = { Authorization: `Bearer ${gateway.key}` };
	const request = get(gateway.url + path, {
		method,
		headers: { ...authorization, ...headers },
	});
	const [response] = (await once(request, "response")) as [IncomingMessage];
	return { headers: response.headers, body: await buffer(response) };
}

function answerWithList(body: object = LIST) {
	gateway.services.handle("listTickets", () => rendered(body));
}

it("compresses a list for a client that accepts it", async () => {
	answerWithList();
	const plain = await read("/v1/tickets", {});
	const { headers, body } = await read("/v1/tickets");
	expect(headers).toMatchObject({
		"content-encoding": "gzip",
		"content-length": String(body.length),
		"content-type": "application/json",
	});
	expect(plain.headers["content-encoding"]).toBeUndefined();
	// A cache must not give one response to the other client.
	for (const each of [plain.headers, headers]) {
		expect(each.vary).toBe("Accept-Encoding, Sec-Fetch-Site");
	}
	expect(gunzipSync(body)).toEqual(plain.body);
	expect(body.length).toBeLessThan(plain.body.length / 5);
});

it("announces the same length for HEAD as for GET", async () => {
	answerWithList();
	const whole = await read("/v1/tickets");
	const head = await read("/v1/tickets", undefined, "HEAD");
	expect(head.body).toHaveLength(0);
	expect(head.headers["content-length"]).toBe(String(whole.body.length));
	expect(head.headers["content-encoding"]).toBe("gzip");
});

it.each([
	["that is small", { "Accept-Encoding": "gzip" }, { data: [] }],
	["for a client that refuses it", { "Accept-Encoding": "gzip;q=0" }, LIST],
	["for a client that names none", {}, LIST],
	[
		"that another site's page requests",
		{ "Accept-Encoding": "gzip", "Sec-Fetch-Site": "cross-site" },
		LIST,
	],
])("leaves a response as it is %s", async (_which, headers, list) => {
	answerWithList(list);
	const response = await read("/v1/tickets", headers);
	expect(response.headers["content-encoding"]).toBeUndefined();
	expect(JSON.parse(response.body.toString())).toEqual(list);
});

it("leaves files as customers sent them, and streams of events readable line by line", async () => {
	const file = Buffer.alloc(5_000, "a");
	gateway.services.handle("getAttachment", () => ({
		...{ filename: "a.json", contentType: "application/json", data: file },
	}));
	const id = examples.message.id;
	const path = `${MESSAGES}/${id}/attachments/${id.replace("msg_", "att_")}`;
	const { headers, body } = await read(path);
	expect(headers["content-encoding"]).toBeUndefined();
	expect(body).toEqual(file);
	const stream = await read("/v1/events/stream", undefined, "HEAD");
	expect(stream.headers["content-encoding"]).toBeUndefined();
});

it("serves other requests while it compresses pages of 8 MiB", async () => {
	const page = Buffer.from(
		JSON.stringify({
			data: Array.from({ length: 300_000 }, () => Math.random()),
		}),
	);
	gateway.services.handle("listMessages", () => rendered({}, { body: page }));
	answerWithList({ data: [] });
	const pages = Array.from({ length: 6 }, () => read(MESSAGES));
	let served = 0;
	let isDone = false;
	const done = Promise.all(pages).finally(() => {
		isDone = true;
	});
	for (; !isDone; served += 1) await read("/v1/tickets");
	for (const { headers, body } of await done) {
		const isCompressed = headers["content-encoding"] === "gzip";
		expect((isCompressed ? gunzipSync(body) : body).equals(page)).toBe(true);
	}
	expect(served).toBeGreaterThan(10);
});
