import { afterEach, expect, it, vi } from "vitest";
import {
	ApiError,
	ConnectionError,
	createDesk,
	type DeskOptions,
	RateLimitError,
	ServiceUnavailableError,
	TimeoutError,
} from "../src/client.ts";
import {
	type Answer,
	cut,
	cutBody,
	failure,
	json,
	silence,
	startScriptedServer,
} from "./scripted-server.ts";

const open: { close(): void }[] = [];
afterEach(() => {
	vi.restoreAllMocks();
	for (const server of open.splice(0)) server.close();
});

async function deskOf(answers: Answer[], options: Partial<DeskOptions> = {}) {
	// The jitter is random; tests wait for the delay alone unless they measure it.
	vi.spyOn(Math, "random").mockReturnValue(0);
	const server = await startScriptedServer(...answers);
	open.push(server);
	const desk = createDesk({ baseUrl: server.url, apiKey: "key", ...options });
	return { desk, requests: server.requests };
}

const body = { query: "refund" };
const done = json(200, { results: [] });

it.each([
	["429", failure(429)],
	["502", failure(502)],
	["503", failure(503)],
	["a lost connection", cut],
	["a response that breaks off", cutBody],
	[
		"the end of a proxy's page",
		((res) => res.writeHead(502).end("<h1>")) as Answer,
	],
])("repeats a POST with its key after %s", async (_, answer) => {
	const { desk, requests } = await deskOf([answer, done]);
	expect(await desk.knowledge.search(body)).toEqual({ results: [] });
	expect(requests).toHaveLength(2);
	const [first, second] = requests.map(
		({ headers }) => headers["idempotency-key"],
	);
	expect(first).toMatch(/^[0-9a-f]{32}$/);
	expect(second).toBe(first);
	expect(requests[1]!.body).toBe(requests[0]!.body);
});

it("gives each POST a key of its own, and other requests none", async () => {
	const { desk, requests } = await deskOf([done]);
	await desk.knowledge.search(body);
	await desk.knowledge.search(body);
	await desk.tickets.update("tkt_1", {});
	const keys = requests.map(({ headers }) => headers["idempotency-key"]);
	expect(new Set(keys).size).toBe(3);
	expect(keys[2]).toBeUndefined();
});

it.each([400, 401, 403, 404, 409, 422, 500])(
	"does not repeat after %i",
	async (status) => {
		const { desk, requests } = await deskOf([failure(status)]);
		await expect(desk.me()).rejects.toBeInstanceOf(ApiError);
		expect(requests).toHaveLength(1);
	},
);

it("repeats while the first request with its key is in progress", async () => {
	const error = { type: "conflict", code: "idempotency_in_progress" };
	const { desk } = await deskOf([json(409, { error }), done]);
	expect(await desk.knowledge.search(body)).toEqual({ results: [] });
});

it("waits as long as Retry-After says, and for a jitter of up to a second", async () => {
	const { desk, requests } = await deskOf([
		failure(503, { "retry-after": "1" }),
		done,
	]);
	vi.spyOn(Math, "random").mockReturnValue(0.5);
	await desk.me();
	const waited = requests[1]!.at - requests[0]!.at;
	expect(waited).toBeGreaterThan(1_490);
	expect(waited).toBeLessThan(1_900);
});

it("throws the last error when the next retry would come after the total time", async () => {
	const { desk, requests } = await deskOf([
		failure(429, { "retry-after": "30", "x-ratelimit-limit": "60" }),
	]);
	const options = { totalTimeoutMs: 20_000 };
	const error = await desk.me(options).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(RateLimitError);
	expect(error).toMatchObject({ retryAfterSeconds: 30, status: 429 });
	expect(requests).toHaveLength(1);
	expect(desk.lastResponse?.rateLimit?.limit).toBe(60);
});

it("doubles its delays up to the total time", async () => {
	const { desk, requests } = await deskOf([failure(503)]);
	const started = performance.now();
	await expect(desk.me({ totalTimeoutMs: 2_000 })).rejects.toThrow(
		ServiceUnavailableError,
	);
	expect(performance.now() - started).toBeLessThan(5_000);
	expect(requests).toHaveLength(3); // after 0, 500 and 1,500 ms
});

it("abandons an attempt after its timeout", async () => {
	const { desk, requests } = await deskOf([silence, done]);
	await desk.knowledge.search(body, { timeoutMs: 100 });
	expect(requests).toHaveLength(2);
	const { desk: silent } = await deskOf([silence]);
	const options = { timeoutMs: 100, totalTimeoutMs: 0 };
	const error = await silent.me(options).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(TimeoutError);
	expect(error).toBeInstanceOf(ConnectionError);
});

it("ends with the reason of its signal, also between two attempts", async () => {
	const { desk, requests } = await deskOf([failure(503)]);
	const controller = new AbortController();
	const call = desk.me({ signal: controller.signal });
	setTimeout(() => controller.abort(new Error("enough")), 100);
	await expect(call).rejects.toThrow("enough");
	expect(requests).toHaveLength(1);
	await expect(desk.me({ signal: controller.signal })).rejects.toThrow(
		"enough",
	);
	expect(requests).toHaveLength(1);
});

it.each([
	["read", json(200, {}), (response: Response) => response.text()],
	["cancelled", json(200, {}), (response: Response) => response.body!.cancel()],
	["broken", cutBody, (response: Response) => response.text()],
	["empty", ((res) => res.writeHead(204).end()) as Answer, async () => {}],
])(
	"leaves nothing with the signal of a download that was %s",
	async (_, answer, end) => {
		const { desk, requests } = await deskOf([answer]);
		const { signal } = new AbortController();
		const open = new Set<unknown>();
		vi.spyOn(signal, "addEventListener").mockImplementation((_, listener) => {
			open.add(listener);
		});
		vi.spyOn(signal, "removeEventListener").mockImplementation(
			(_, listener) => {
				open.delete(listener);
			},
		);
		const response = await desk.messages.getAttachment("a", "b", "c", {
			signal,
		});
		expect(response.url).toContain(requests[0]!.url);
		await Promise.resolve(end(response)).catch(() => {});
		expect(open.size).toBe(0);
	},
);

it("aborts a download whose body is being read", async () => {
	const begin: Answer = (res) => void res.writeHead(200).write("begun");
	const { desk } = await deskOf([begin]);
	const controller = new AbortController();
	const options = { signal: controller.signal };
	const response = await desk.messages.getAttachment("a", "b", "c", options);
	const text = response.text();
	controller.abort(new Error("enough"));
	await expect(text).rejects.toThrow("enough");
});

it("sends no key but the headers of a function, for a session with cookies", async () => {
	const { desk, requests } = await deskOf([done], {
		apiKey: undefined,
		headers: ({ method }) => ({ "x-csrf-token": `for ${method}` }),
		credentials: "include",
	});
	await desk.knowledge.search(body);
	expect(requests[0]!.headers).toMatchObject({ "x-csrf-token": "for POST" });
	expect(requests[0]!.headers.authorization).toBeUndefined();
});

it("refuses a wrong address at once", () => {
	expect(() => createDesk({ baseUrl: "desk.example" })).toThrow(TypeError);
});
