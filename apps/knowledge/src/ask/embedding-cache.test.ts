import { expect, it } from "vitest";
import { createEmbeddingCache } from "./embedding-cache.ts";

const embedding = { encoder: "test", vector: new Float32Array([1, 0]) };

it("remembers a question's embedding for a minute", () => {
	let now = 0;
	const cache = createEmbeddingCache(() => now);
	expect(cache.get("where is my parcel")).toBeUndefined();
	cache.set("where is my parcel", embedding);
	now = 59_999;
	expect(cache.get("where is my parcel")).toBe(embedding);
	expect(cache.get("where is my letter")).toBeUndefined();
	now = 60_000;
	expect(cache.get("where is my parcel")).toBeUndefined();
});

it("forgets the question set longest ago when there are too many", () => {
	const cache = createEmbeddingCache(() => 0);
	for (let i = 0; i <= 1_000; i++) cache.set(`question ${i}`, embedding);
	expect(cache.get("question 0")).toBeUndefined();
	expect(cache.get("question 1")).toBe(embedding);
	expect(cache.get("question 1000")).toBe(embedding);
});
