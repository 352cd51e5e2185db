import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { ReplyTimeoutError, ReplyWatch } from "./reply-timeout.ts";

const SILENCE_MS = 50;

it("times out on a server that sends no reply", async () => {
	const replies = new ReplyWatch(SILENCE_MS);
	const startedMs = performance.now();
	await expect(replies.wait(new Promise(() => {}))).rejects.toThrow(
		ReplyTimeoutError,
	);
	expect(performance.now() - startedMs).toBeGreaterThanOrEqual(SILENCE_MS);
});

it("waits for a late reply while earlier ones still arrive", async () => {
	const replies = new ReplyWatch(SILENCE_MS);
	const late = Promise.withResolvers<string>();
	const waiting = replies.wait(late.promise);
	for (let i = 0; i < 12; i += 1) {
		await sleep(SILENCE_MS / 4);
		await replies.wait(Promise.resolve());
	}
	late.resolve("after three times the silence");
	expect(await waiting).toBe("after three times the silence");
});

it("rejects with the command's failure", async () => {
	const replies = new ReplyWatch(SILENCE_MS);
	await expect(
		replies.wait(Promise.reject(new Error("closed"))),
	).rejects.toThrow("closed");
});
