import { expect, test } from "vitest";
import { cachedEncoder } from "./cached-encoder.ts";
import type { Encoder } from "./encoder.ts";

function counting(): { encoder: Encoder; encoded: string[] } {
	const encoded: string[] = [];
	const encoder: Encoder = {
		name: "counting",
		dimensions: 1,
		async embed(texts) {
			encoded.push(...texts);
			return texts.map((text) => Float32Array.of(text.length));
		},
	};
	return { encoder, encoded };
}

test("encodes each text once and keeps the order of the batch", async () => {
	const { encoder, encoded } = counting();
	const cached = cachedEncoder(encoder, 10);
	const vectors = await cached.embed(["aa", "b", "aa"]);
	expect(vectors.map((vector) => vector[0])).toEqual([2, 1, 2]);
	await cached.embed(["b", "ccc"]);
	expect(encoded).toEqual(["aa", "b", "ccc"]);
});

test("encodes texts once that the encoder does not tell apart", async () => {
	const { encoder, encoded } = counting();
	const cached = cachedEncoder(encoder, 10, (text) => text.trim());
	await cached.embed(["a"]);
	await cached.embed([" a ", "b"]);
	expect(encoded).toEqual(["a", "b"]);
});

test("forgets the text that was used longest ago", async () => {
	const { encoder, encoded } = counting();
	const cached = cachedEncoder(encoder, 2);
	await cached.embed(["a", "b"]);
	await cached.embed(["a"]);
	await cached.embed(["c"]);
	await cached.embed(["a"]);
	expect(encoded).toEqual(["a", "b", "c"]);
	await cached.embed(["b"]);
	expect(encoded).toEqual(["a", "b", "c", "b"]);
});
