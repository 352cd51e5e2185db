import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

it("asks to wait until bytes are no faster than the pace, from the free ones on", () => {
	const pace = createPace(10, 1_000);
	expect(pace(1_000)).toBe(0);
	expect(pace(500)).toBeGreaterThan(40);
	expect(pace(500)).toBeGreaterThan(90);
	expect(pace(0)).toBeLessThanOrEqual(100);
});

it("does not delay bytes that are slower than the pace", async () => {
	const pace = createPace(10);
	await sleep(20);
	expect(pace(100)).toBe(0);
});
