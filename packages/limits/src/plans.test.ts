import { expect, it } from "vitest";
import { keyLimits, PLANS, shareOf } from "./plans.ts";

it("overrides the plan's limits with the key's own, null included", () => {
	expect(keyLimits(PLANS.starter, {})).toEqual(PLANS.starter);
	expect(keyLimits(PLANS.starter, { perMinute: 90, perDay: null })).toEqual({
		perMinute: 90,
		burst: 120,
		perDay: null,
		concurrent: 10,
	});
});

it("gives each gateway an equal part, rounded up", () => {
	expect(shareOf(PLANS.starter, 7)).toEqual({
		perMinute: 9,
		burst: 18,
		perDay: 1429,
		concurrent: 2,
	});
	expect(shareOf(PLANS.enterprise, 1)).toEqual(PLANS.enterprise);
});
