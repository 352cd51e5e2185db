import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, expect, test } from "vitest";
import { keepingVectors } from "./vector-file.ts";

const folder = makeTempFolder("vectors");
afterAll(() => rmSync(folder, { recursive: true }));

/** Knows a text by its length, and what it has been asked. */
function counting() {
	const asked: string[] = [];
	const encoder: Encoder = {
		name: "length",
		dimensions: 2,
		async embed(texts) {
			asked.push(...texts);
			return texts.map((text) => Float32Array.of(text.length, 0.1));
		},
	};
	return { asked, encoder };
}

const open = (encoder: Encoder, name: string) =>
	keepingVectors(encoder, join(folder, "new", name), () => {});

test("reads each text once, in this run and in the next", async () => {
	const { asked, encoder } = counting();
	const first = open(encoder, "runs.bin");
	const vectors = await first.embed(["a", "bb", "a"]);
	expect(vectors.map((vector) => vector[0])).toEqual([1, 2, 1]);
	const second = open(encoder, "runs.bin");
	expect(await second.embed(["bb", "ccc", "a"])).toEqual(
		[2, 3, 1].map((length) => Float32Array.of(length, 0.1)),
	);
	expect(asked).toEqual(["a", "bb", "ccc"]);
});

test("takes what a run beside it has read", async () => {
	const { asked, encoder } = counting();
	const [one, other] = [open(encoder, "two.bin"), open(encoder, "two.bin")];
	await one.embed(["a"]);
	await other.embed(["bb"]);
	await Promise.all([one.embed(["a", "bb"]), other.embed(["a", "bb"])]);
	expect(asked).toEqual(["a", "bb"]);
});

test("goes on behind a vector that was cut off", async () => {
	const { encoder } = counting();
	await open(encoder, "cut.bin").embed(["a"]);
	appendFileSync(join(folder, "new", "cut.bin"), "half");
	const next = open(encoder, "cut.bin");
	expect((await next.embed(["bb"]))[0]).toEqual(Float32Array.of(2, 0.1));
	const { asked, encoder: fresh } = counting();
	const vectors = await open(fresh, "cut.bin").embed(["a", "bb"]);
	expect(vectors.map((vector) => vector[0])).toEqual([1, 2]);
	expect(asked).toEqual([]);
});
