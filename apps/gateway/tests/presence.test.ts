import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { createEventLog } from "./event-log.ts";
import { createKeyDatabase, type Gateway, startGateway } from "./gateway.ts";

const NOW_MS = Date.now();
const conversation = (n: number) =>
	`tkt_01kadszz00e2xv0f1b2c3d4${String(n).padStart(3, "0")}`;
const pathOf = (id: string) => `/v1/conversations/${id}/presence`;

// Two gateways that share nothing but the database.
let database: Awaited<ReturnType<typeof createKeyDatabase>>;
let first: Gateway;
let second: Gateway;
let nowMs = NOW_MS;
beforeAll(async () => {
	database = await createKeyDatabase();
	const overrides = { now: () => nowMs };
	first = await startGateway({ database, overrides });
	second = await startGateway({ database, overrides });
	const log = createEventLog();
	for (const gateway of [first, second])
		gateway.services.handle("findNextEvents", log.findNextEvents as never);
	// A gateway listens shortly after it has started; until then it misses what others say.
	const key = await database.createKey();
	for (const gateway of [first, second])
		await vi.waitFor(
			async () => {
				await say(gateway, conversation(0), "viewing", key);
				expect(await agentsIn(gateway, conversation(0), key)).toHaveLength(1);
			},
			{ timeout: 10_000 },
		);
});
afterAll(async () => {
	await first.stop();
	await second.stop();
	await database.close();
});

const say = (gateway: Gateway, id: string, state: string, key: string) =>
	gateway.send("PUT", pathOf(id), { key, body: { state } });
const agentsIn = async (gateway: Gateway, id: string, key: string) =>
	(await gateway.send("GET", pathOf(id), { key })).json.agents;

/** Reads the stream's events of presence as they come. */
async function follow(gateway: Gateway, key: string) {
	const leaving = new AbortController();
	onTestFinished(() => leaving.abort());
	const response = await fetch(
		`${gateway.url}/v1/events/stream?presence=true`,
		{
			headers: { authorization: `Bearer ${key}` },
			signal: leaving.signal,
		},
	);
	expect(response.status).toBe(200);
	const changes: { conversation_id: string; state: string }[] = [];
	void (async () => {
		let text = "";
		for await (const chunk of response.body!) {
			text += Buffer.from(chunk).toString();
			const parts = text.split("\n\n");
			text = parts.pop()!;
			for (const part of parts) {
				const data = /^event: presence\ndata: (.+)$/.exec(part)?.[1];
				if (data) changes.push(JSON.parse(data));
			}
		}
	})().catch(() => {});
	return {
		statesOf: (id: string) =>
			changes
				.filter(({ conversation_id }) => conversation_id === id)
				.map(({ state }) => state),
	};
}

it("is seen through another gateway, and at once gone when the agent leaves", async () => {
	const id = conversation(1);
	const [ann, bob] = [await database.createKey(), await database.createKey()];
	const stream = await follow(second, bob);
	const { status, json } = await say(first, id, "viewing", ann);
	expect(status).toBe(200);
	expect(json).toEqual({
		conversation_id: id,
		agents: [{ id: expect.stringMatching(/^usr_/), state: "viewing" }],
	});
	await expect.poll(() => stream.statesOf(id)).toEqual(["viewing"]);
	expect(await agentsIn(second, id, bob)).toEqual(json.agents);
	await say(first, id, "typing", ann);
	await say(first, id, "typing", ann);
	await say(first, id, "left", ann);
	await expect
		.poll(() => stream.statesOf(id))
		.toEqual(["viewing", "typing", "left"]);
	expect(await agentsIn(second, id, bob)).toEqual([]);
});

it("is gone 25 s after the last word of an agent", async () => {
	const id = conversation(2);
	const key = await database.createKey();
	const stream = await follow(second, key);
	await say(first, id, "viewing", key);
	await expect.poll(() => stream.statesOf(id)).toEqual(["viewing"]);
	nowMs += 24_000;
	await say(first, id, "viewing", key);
	await expect
		.poll(async () => (await agentsIn(second, id, key)).length)
		.toBe(1);
	nowMs += 24_000;
	expect(await agentsIn(second, id, key)).toHaveLength(1);
	expect(stream.statesOf(id)).toEqual(["viewing"]);
	nowMs += 1_000;
	expect(await agentsIn(second, id, key)).toEqual([]);
	await expect
		.poll(() => stream.statesOf(id), { timeout: 5_000 })
		.toEqual(["viewing", "left"]);
});

it("begins a stream with who is there", async () => {
	const id = conversation(3);
	const key = await database.createKey();
	await say(first, id, "typing", key);
	await expect
		.poll(async () => (await agentsIn(second, id, key)).length)
		.toBe(1);
	const stream = await follow(second, key);
	await expect.poll(() => stream.statesOf(id)).toEqual(["typing"]);
});

it("is not shown to another workspace", async () => {
	const id = conversation(4);
	const workspaceId = await database.createWorkspace();
	const own = await database.createKey();
	const strangers = await database.createKey({ workspaceId });
	const stream = await follow(second, strangers);
	await say(first, id, "typing", own);
	await say(first, conversation(5), "typing", strangers);
	await expect.poll(() => stream.statesOf(conversation(5))).toEqual(["typing"]);
	expect(stream.statesOf(id)).toEqual([]);
	expect(await agentsIn(second, id, strangers)).toEqual([]);
	expect(await agentsIn(second, id, own)).toHaveLength(1);
});

it("keeps an agent's latest twenty conversations", async () => {
	const key = await database.createKey();
	for (let n = 10; n < 31; n += 1)
		await say(first, conversation(n), "viewing", key);
	const counts = async () => [
		(await agentsIn(second, conversation(10), key)).length,
		(await agentsIn(second, conversation(11), key)).length,
		(await agentsIn(second, conversation(30), key)).length,
	];
	await expect.poll(counts).toEqual([0, 1, 1]);
});

it("costs nothing of the limits, and is refused above 600 a minute", async () => {
	const id = conversation(6);
	const key = await database.createKey({ perMinute: 2, burst: 2 });
	for (let n = 0; n < 5; n += 1) {
		const { status, headers } = await say(first, id, "viewing", key);
		expect(status).toBe(200);
		expect(headers.get("x-ratelimit-remaining")).toBe("2");
	}
	const statuses = [];
	for (let n = 0; n < 600; n += 50)
		statuses.push(
			...(await Promise.all(
				Array.from({ length: 50 }, async () => {
					const { status } = await say(first, id, "viewing", key);
					return status;
				}),
			)),
		);
	expect(statuses.filter((status) => status === 200)).toHaveLength(595);
	expect(statuses.at(-1)).toBe(429);
});

it("is not for keys that may not read tickets", async () => {
	const readers = await database.createKey({ scopes: ["events:read"] });
	const refused = await first.send("GET", "/v1/events/stream?presence=true", {
		key: readers,
	});
	expect([refused.status, refused.json.error.code]).toEqual([
		403,
		"insufficient_scope",
	]);
});

it("ignores what a gateway of another version notifies", async () => {
	const key = await database.createKey();
	const id = conversation(7);
	const agent = { conversationId: id, agentId: "usr_1" };
	for (const payload of [
		"",
		"{}",
		'["wsp_1"]',
		JSON.stringify([database.workspaceId, { ...agent, state: "dancing" }]),
		JSON.stringify([database.workspaceId, { ...agent, state: "viewing" }]),
	])
		await database.admin.query("select pg_notify('presence', $1)", [payload]);
	await expect
		.poll(() => agentsIn(first, id, key))
		.toEqual([{ id: "usr_1", state: "viewing" }]);
});
