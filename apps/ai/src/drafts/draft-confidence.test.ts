import { expect, test } from "vitest";
import { draftConfidence, mayAnswer } from "./draft-confidence.ts";

test("rises with relevance and stays a percentage", () => {
	const steps = [0, 0.3, 0.5, 0.6, 0.8, 0.95, 1].map((one) =>
		draftConfidence(one),
	);
	expect(steps).toEqual([...steps].sort((a, b) => a - b));
	expect(steps[0]).toBeGreaterThanOrEqual(0);
	expect(steps.at(-1)).toBeLessThanOrEqual(100);
	expect(draftConfidence(0.6)).toBe(82.5);
});

const FITTING = { coverage: 0.9, similarity: 0.7 };
const CHANCE = { coverage: 0.1, similarity: 0.2 };

test("is low for a passage of a long article that fits only by chance, whatever search says", () => {
	const articleWords = 60_000;
	expect(draftConfidence(0.95, { ...FITTING, articleWords })).toBeGreaterThan(
		85,
	);
	expect(draftConfidence(0.95, { ...CHANCE, articleWords })).toBeLessThan(5);
	expect(mayAnswer({ ...CHANCE, articleWords })).toBe(false);
});

test("is that of the article where most of it is quoted", () => {
	const passage = { ...CHANCE, articleWords: 300 };
	expect(draftConfidence(0.8, passage)).toBe(draftConfidence(0.8));
	expect(mayAnswer(passage)).toBe(true);
});
