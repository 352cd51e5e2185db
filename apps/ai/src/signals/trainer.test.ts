import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import type { TrainingSet } from "./signal-model.ts";
import { openTrainer } from "./trainer.ts";

const SET: TrainingSet = {
	seeds: ["refund", "password"].map((text, i) => ({
		text,
		label: text,
		embedding: Float32Array.of(i, 1 - i),
	})),
	confirmed: [],
	dimensions: 2,
	before: [],
};

test.skipIf(process.platform !== "linux")(
	"keeps no thread while there is nothing to learn, and learns again later",
	async () => {
		const trainer = openTrainer(200);
		onTestFinished(trainer.close);
		const threads = () => readdirSync("/proc/self/task").length;
		for (let round = 0; round < 2; round++) {
			const models = await Promise.all([
				trainer.train(SET),
				trainer.train(SET),
			]);
			const learning = threads();
			for (const { classifier } of models)
				expect(classifier.labels).toEqual(["password", "refund"]);
			await expect.poll(threads).toBeLessThan(learning);
		}
	},
);
