import { expect, test } from "vitest";
import { draftConfidence } from "./draft-confidence.ts";

test("rises with relevance and stays a percentage", () => {
	const steps = [0, 0.3, 0.5, 0.6, 0.8, 0.95, 1].map(draftConfidence);
	expect(steps).toEqual([...steps].sort((a, b) => a - b));
	expect(steps[0]).toBeGreaterThanOrEqual(0);
	expect(steps.at(-1)).toBeLessThanOrEqual(100);
	expect(draftConfidence(0.6)).toBe(63.1);
});
