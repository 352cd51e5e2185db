import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, expect, test } from "vitest";
import { cacheVectors } from "./vector-file.ts";

const folder = makeTempFolder("vectors");
afterAll(() => rmSync(folder, { recursive: true }));

/** An encoder that returns a text's length, and records the encoded texts. */
function recordingEncoder() {
	const encoded: string[] = [];
	const encoder: Encoder = {
		name: "length",
		dimensions: 2,
		async embed(texts) {
			encoded.push(...texts);
			return texts.map((text) => Float32Array.of(text.length, 0.1));
		},
	};
	return { encoded, encoder };
}

const open = (encoder: Encoder, name: string) =>
	cacheVectors(encoder, join(folder, "new", name), () => {});

test("encodes each text once, in this run and in the next", async () => {
	const { encoded, encoder } = recordingEncoder();
	const first = open(encoder, "runs.bin");
	const vectors = await first.embed(["a", "bb", "a"]);
	expect(vectors.map((vector) => vector[0])).toEqual([1, 2, 1]);
	const second = open(encoder, "runs.bin");
	expect(await second.embed(["bb", "ccc", "a"])).toEqual(
		[2, 3, 1].map((length) => Float32Array.of(length, 0.1)),
	);
	expect(encoded).toEqual(["a", "bb", "ccc"]);
});

test("uses the vectors of a concurrent run", async () => {
	const { encoded, encoder } = recordingEncoder();
	const [one, other] = [open(encoder, "two.bin"), open(encoder, "two.bin")];
	await one.embed(["a"]);
	await other.embed(["bb"]);
	await Promise.all([one.embed(["a", "bb"]), other.embed(["a", "bb"])]);
	expect(encoded).toEqual(["a", "bb"]);
});

test("continues after a truncated vector", async () => {
	const { encoder } = recordingEncoder();
	await open(encoder, "cut.bin").embed(["a"]);
	appendFileSync(join(folder, "new", "cut.bin"), "half");
	const next = open(encoder, "cut.bin");
	expect((await next.embed(["bb"]))[0]).toEqual(Float32Array.of(2, 0.1));
	const { encoded, encoder: fresh } = recordingEncoder();
	const vectors = await open(fresh, "cut.bin").embed(["a", "bb"]);
	expect(vectors.map((vector) => vector[0])).toEqual([1, 2]);
	expect(encoded).toEqual([]);
});
