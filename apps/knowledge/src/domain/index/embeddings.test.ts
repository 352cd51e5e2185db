import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { Embeddings } from "./embeddings.ts";
import { profileOf } from "./profile.ts";

const DIMENSIONS = 4;
const ROW_BYTES = 65_536;

it("keeps an article's vectors in memory, and not the buffer that they were read into", async () => {
	setFlagsFromString("--expose-gc");
	const collect: () => void = runInNewContext("gc");
	const embeddings = new Embeddings();
	const put = () => {
		const read = new ArrayBuffer(ROW_BYTES);
		const vectors = new Int8Array(read, 8, 2 * DIMENSIONS).fill(3);
		embeddings.put(0, {
			...profileOf("Title", "Body."),
			encoder: "test",
			dimensions: DIMENSIONS,
			vectors,
		});
		return new WeakRef(read);
	};
	const read = put();
	await sleep(0); // a reference is weak only after the task that made it
	collect();
	expect(read.deref()).toBeUndefined();
	const embedding = {
		encoder: "test",
		vector: new Float32Array(DIMENSIONS).fill(0.5),
	};
	expect(embeddings.similarities(0, embedding).titleSimilarity).toBeCloseTo(1);
});
