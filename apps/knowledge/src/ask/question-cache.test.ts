import { expect, it } from "vitest";
import { createQuestionCache } from "./question-cache.ts";

const question = {
	terms: ["parcel"],
	embedding: undefined,
	tags: [],
	limit: 5,
};

it("remembers a question for a minute", () => {
	let now = 0;
	const cache = createQuestionCache(() => now);
	expect(cache.get("where is my parcel")).toBeUndefined();
	cache.set("where is my parcel", question);
	now = 59_999;
	expect(cache.get("where is my parcel")).toBe(question);
	expect(cache.get("where is my letter")).toBeUndefined();
	now = 60_000;
	expect(cache.get("where is my parcel")).toBeUndefined();
});

it("forgets the question set longest ago when there are too many", () => {
	const cache = createQuestionCache(() => 0);
	for (let i = 0; i <= 2_000; i++) cache.set(`question ${i}`, question);
	expect(cache.get("question 0")).toBeUndefined();
	expect(cache.get("question 1")).toBe(question);
	expect(cache.get("question 2000")).toBe(question);
});
