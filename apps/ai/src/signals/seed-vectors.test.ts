import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { expect, onTestFinished, test } from "vitest";
import { cosine, type Encoder } from "../encoder/encoder.ts";
import { MINILM_NAME } from "../encoder/minilm-encoder.ts";
import { encodeTable, quantiseRows } from "../encoder/static-table.ts";
import { SEED_TEXTS, withSeedVectors } from "./seed-vectors.ts";

function counting(): { encoder: Encoder; encoded: string[] } {
	const encoded: string[] = [];
	const encoder: Encoder = {
		name: MINILM_NAME,
		dimensions: 384,
		async embed(texts) {
			encoded.push(...texts);
			return texts.map((text) => Float32Array.of(text.length));
		},
	};
	return { encoder, encoded };
}

test("holds the vectors of all seeds (after a change of them: npm run ai:seeds)", async () => {
	const { encoder, encoded } = counting();
	const vectors = await withSeedVectors(encoder).embed(SEED_TEXTS);
	expect(encoded).toEqual([]);
	expect(vectors).toHaveLength(SEED_TEXTS.length);
	for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1);
});

test("leaves other texts to the encoder and keeps the order", async () => {
	const { encoder, encoded } = counting();
	const [seed] = SEED_TEXTS;
	const vectors = await withSeedVectors(encoder).embed(["a", seed!, "bb"]);
	expect(encoded).toEqual(["a", "bb"]);
	expect(vectors.map(({ length }) => length)).toEqual([1, 384, 1]);
	expect(vectors[2]).toEqual(Float32Array.of(2));
});

test("leaves all texts to the encoder when the table is of other seeds", async () => {
	const folder = makeTempFolder("seeds");
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const file = join(folder, "seeds.bin");
	writeFileSync(file, encodeTable(quantiseRows("seeds-others", 1, [[1]])));
	const { encoder, encoded } = counting();
	await withSeedVectors(encoder, pathToFileURL(file)).embed(SEED_TEXTS);
	expect(encoded).toEqual(SEED_TEXTS);
});
