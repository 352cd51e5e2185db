import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { cosine } from "./encoder.ts";
import { openStaticEncoder } from "./static-encoder.ts";

const encoder = openStaticEncoder();

test("puts paraphrases closer together than other texts", () => {
	const order = encoder.embedNow("where is my order?");
	const parcel = encoder.embedNow("my package has not arrived yet");
	const password = encoder.embedNow("I forgot my password");
	expect(cosine(order, parcel)).toBeGreaterThan(cosine(order, password) + 0.2);
	expect(cosine(order, order)).toBeCloseTo(1, 5);
});

test("gives a text without a known word the zero vector", () => {
	expect(cosine(encoder.embedNow(""), encoder.embedNow(""))).toBe(0);
});

test("is a table of at most 8 MB", () => {
	const file = new URL("../../models/static-256.bin", import.meta.url);
	expect(statSync(file).size).toBeLessThanOrEqual(8_000_000);
});
