import { afterEach, beforeEach, expect, it } from "vitest";
import { readMessageBody } from "../domain/message-body.ts";
import { BodyReader } from "./body-reader.ts";

const HOSTILE = "<b>".repeat(10_000); // some 60 ms of a thread
const LETTER = `<p>${"Dear team, my parcel has not come. ".repeat(200)}</p>`;

let reader: BodyReader;
beforeEach(() => {
	reader = new BodyReader();
});
afterEach(() => reader.close());

const owner = (workspaceId: string, signal = new AbortController().signal) => ({
	workspaceId,
	signal,
});

it.each([
	["plain text", "Where is my parcel?"],
	["long plain text", "1 < 2, and 3 > 2. ".repeat(1_000)],
	["a little HTML", "<p>Where is my <script>x</script>parcel?</p>"],
	["much HTML", `${LETTER}<script>alert(1)</script>`],
])("reads %s as the domain does", async (_, body) => {
	expect(await reader.read(body, owner("wsp_1"))).toEqual(
		readMessageBody(body),
	);
});

it("keeps this thread free while it reads much HTML", async () => {
	await reader.read(LETTER, owner("wsp_1")); // the thread has started
	let longestMs = 0;
	let last = performance.now();
	const timer = setInterval(() => {
		longestMs = Math.max(longestMs, performance.now() - last);
		last = performance.now();
	}, 1);
	const startedMs = performance.now();
	await Promise.all(
		Array.from({ length: 10 }, () => reader.read(HOSTILE, owner("wsp_1"))),
	);
	const tookMs = performance.now() - startedMs;
	clearInterval(timer);
	expect(longestMs).toBeLessThan(tookMs / 5);
});

it("reads a workspace's body before the second one of another that has many", async () => {
	await Promise.all(
		["wsp_1", "wsp_2"].map((id) => reader.read(LETTER, owner(id))),
	);
	const order: string[] = [];
	const read = async (id: string, body: string) => {
		await reader.read(body, owner(id));
		order.push(id);
	};
	const many = Array.from({ length: 10 }, () => read("wsp_1", HOSTILE));
	await Promise.all([...many, read("wsp_2", LETTER), read("wsp_3", LETTER)]);
	expect(order.slice(0, 2).sort()).toEqual(["wsp_2", "wsp_3"]);
	expect(order).toHaveLength(12);
});

it("refuses the bodies of a workspace of which too many wait, and reads the others", async () => {
	const many = await Promise.allSettled([
		...Array.from({ length: 300 }, () => reader.read(LETTER, owner("wsp_1"))),
		reader.read(LETTER, owner("wsp_2")),
	]);
	const refused = many.filter(({ status }) => status === "rejected");
	expect(refused).toHaveLength(300 - 1 - 256);
	for (const { reason } of refused as PromiseRejectedResult[])
		expect(reason).toMatchObject({
			type: "rate_limit_error",
			code: "concurrency_limit",
			retryAfterSeconds: 1,
		});
	expect(many.at(-1)!.status).toBe("fulfilled");
});

it("leaves out what no caller waits for any longer", async () => {
	const caller = new AbortController();
	const running = reader.read(HOSTILE, owner("wsp_1"));
	const waiting = reader.read(HOSTILE, owner("wsp_1", caller.signal));
	caller.abort(new Error("the caller has disconnected"));
	await expect(waiting).rejects.toThrow("the caller has disconnected");
	await running;
});
