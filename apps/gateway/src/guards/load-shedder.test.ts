import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createLoadShedder, watchEventLoop } from "./load-shedder.ts";

const overloaded = expect.objectContaining({
	type: "service_unavailable",
	retryAfterSeconds: 2,
});

describe("an overloaded gateway", () => {
	it("refuses reads past 2,000 requests in flight, and writes later", () => {
		const shedder = createLoadShedder(() => 0);
		for (let i = 0; i < 2_000; i++) shedder.enter("read");
		expect(() => shedder.enter("read")).toThrow(overloaded);
		for (let i = 0; i < 500; i++) shedder.enter("write");
		expect(() => shedder.enter("write")).toThrow(overloaded);
		expect(shedder.inFlight()).toBe(2_500);
	});

	it("admits the next request when one has finished, and counts a finished request once", () => {
		const shedder = createLoadShedder(() => 0);
		const leave = Array.from({ length: 2_000 }, () =>
			shedder.enter("read"),
		)[0]!;
		leave();
		leave();
		shedder.enter("read");
		expect(() => shedder.enter("read")).toThrow(overloaded);
	});

	it("refuses reads when the event loop is over 200 ms late, and writes over 500 ms", () => {
		let delayMs = 200;
		const shedder = createLoadShedder(() => delayMs);
		shedder.enter("read")();
		delayMs = 201;
		expect(() => shedder.enter("read")).toThrow(overloaded);
		shedder.enter("write")();
		delayMs = 501;
		expect(() => shedder.enter("write")).toThrow(overloaded);
		expect(shedder.inFlight()).toBe(0);
	});

	it("detects an event loop that is blocked without idling", async () => {
		const loop = watchEventLoop();
		await expect
			.poll(() => holdUp(loop, 250), { timeout: 10_000, interval: 1 })
			.toBeGreaterThan(200);
		loop.stop();
	});

	it("does not treat an occasionally late loop as overload", async () => {
		const loop = watchEventLoop();
		const seen = new Set<number>();
		for (let i = 0; i < 10; i += 1) {
			seen.add(holdUp(loop, 250));
			await sleep(250);
		}
		expect([...seen]).toEqual([0]);
		loop.stop();
	});
});

function holdUp(loop: ReturnType<typeof watchEventLoop>, ms: number): number {
	const until = performance.now() + ms;
	while (performance.now() < until);
	return loop.p99Ms();
}
