import { expect, it, test } from "vitest";
import { nextWaitMs, retryAfterMs } from "./retry-schedule.ts";

const HOUR_MS = 3_600_000;

it("tries twelve times within five days, each time waiting longer", () => {
	const waits: number[] = [];
	for (let attempts = 1; ; attempts += 1) {
		const waitMs = nextWaitMs(attempts, undefined, 0);
		if (waitMs === undefined) break;
		waits.push(waitMs / 1_000);
	}
	expect(waits).toEqual([
		...[5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200],
		...[86_400, 86_400, 86_400],
	]);
	const longest = waits.map((_, n) => nextWaitMs(n + 1, undefined, 0.999)!);
	expect(longest.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(120 * HOUR_MS);
});

it("spreads retries by at most a tenth", () => {
	expect(nextWaitMs(1, undefined, 0.999)).toBeGreaterThan(5_000);
	expect(nextWaitMs(1, undefined, 0.999)).toBeLessThan(5_500);
});

it("waits as long as the endpoint asks, but no longer than a day and no less than planned", () => {
	expect(nextWaitMs(1, 60_000, 0)).toBe(60_000);
	expect(nextWaitMs(3, 1_000, 0)).toBe(120_000);
	expect(nextWaitMs(1, 1_000 * HOUR_MS, 0)).toBe(24 * HOUR_MS);
});

test.each([
	["120", 120_000],
	["Sat, 21 Nov 2026 09:31:00 GMT", 60_000],
	["Sat, 21 Nov 2026 09:29:00 GMT", 0],
	["soon", undefined],
	["-1", undefined],
	[undefined, undefined],
])("reads Retry-After: %s", (header, expected) => {
	const nowMs = Date.parse("2026-11-21T09:30:00Z");
	expect(retryAfterMs(header, nowMs)).toBe(expected);
});
