import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { expect, onTestFinished, test } from "vitest";
import type { Encoder } from "../encoder/encoder.ts";
import { MINILM_NAME } from "../encoder/minilm-encoder.ts";
import { openStaticEncoder } from "../encoder/static-encoder.ts";
import { WORDS } from "./foreign.ts";
import {
	GENERAL_MODELS_FILE,
	openGeneralModels,
	readModels,
} from "./general-models.ts";
import { trainTask } from "./signal-model.ts";
import { TASKS } from "./task.ts";
import { NOTHING_CONFIRMED, trainSignals } from "./train-signals.ts";

/** All it reads is in the table of the seeds' vectors. */
const miniLm: Encoder = {
	name: MINILM_NAME,
	dimensions: 384,
	embed: async (texts) => {
		expect(texts).toEqual([]);
		return [];
	},
};
const refuse = () => Promise.reject(new Error("nothing is to be learnt"));

test.each([openStaticEncoder(), WORDS, miniLm])(
	"the file has what $name learns from our seeds (after a change: npm run ai:seeds)",
	async (encoder) => {
		const kept = await openGeneralModels(refuse)(encoder);
		const learnt = await trainSignals(
			async (set) => trainTask(set),
			encoder,
			NOTHING_CONFIRMED,
		);
		for (const task of TASKS) {
			const { classifier, calibration } = kept.tasks[task];
			const { weights, scales, ...others } = classifier;
			const now = learnt.tasks[task];
			expect(calibration).toEqual(now.calibration);
			// By name: a difference of so many numbers would be computed for minutes.
			const names = Object.keys(others) as (keyof typeof others)[];
			const changed = names.filter(
				(name) => !isDeepStrictEqual(others[name], now.classifier[name]),
			);
			expect(changed).toEqual([]);
			// Processors round the last bit differently.
			scales.forEach((scale, k) => {
				expect(scale).toBeCloseTo(now.classifier.scales[k]!, 5);
			});
			const differing = weights.filter(
				(weight, i) => Math.abs(weight - now.classifier.weights[i]!) > 1,
			);
			expect(differing.length).toBe(0);
		}
	},
);

test("a file of other seeds is not used", async () => {
	const folder = makeTempFolder("general-models");
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const file = pathToFileURL(join(folder, "models.bin"));
	const bytes = readFileSync(GENERAL_MODELS_FILE);
	bytes[0]! ^= 1;
	writeFileSync(file, bytes);
	expect(await readModels(file)).toEqual([]);
	let learnt = 0;
	const find = openGeneralModels(async (set) => {
		learnt++;
		return trainTask(set);
	}, file);
	expect((await find(WORDS)).encoder).toBe("words");
	expect(learnt).toBe(TASKS.length);
});
