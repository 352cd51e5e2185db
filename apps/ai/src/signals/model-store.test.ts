import { beforeAll, expect, test } from "vitest";
import { openStaticEncoder } from "../encoder/static-encoder.ts";
import { encodeModels } from "./model-file.ts";
import { createModelStore, modelIdOf } from "./model-store.ts";
import { trainTask } from "./signal-model.ts";
import { understand } from "./train-signals.ts";

let models: { id: string; bytes: Buffer; size: number }[];

beforeAll(async () => {
	const encoder = openStaticEncoder();
	models = await Promise.all(
		["one", "two", "three"].map(async (text) => {
			const confirmed = await understand(encoder, [
				{ text, label: "billing" },
				{ text: "thanks", label: "praise" },
			]);
			const { dimensions, name } = encoder;
			const task = trainTask({ seeds: [], confirmed, dimensions, before: [] });
			const tasks = { intent: task, urgency: task, sentiment: task };
			const bytes = await encodeModels([{ encoder: name, tasks }]);
			const { weights, rarity, exampleEmbeddings } = task.classifier;
			const size = weights.length + rarity.length + exampleEmbeddings.length;
			return { id: modelIdOf(bytes), bytes, size: 3 * size };
		}),
	);
});

test("keeps what fits, and forgets the model that was not used for longest", async () => {
	const [one, two, three] = models;
	const store = createModelStore(2 * one!.size);
	await store.add(one!.id, one!.bytes);
	await store.add(two!.id, two!.bytes);
	expect(store.find(one!.id)).toBeDefined();
	await store.add(three!.id, three!.bytes);
	expect(store.find(one!.id)).toBeDefined();
	expect(store.find(two!.id)).toBeUndefined();
	expect(store.find(three!.id)).toBeDefined();
});

test("keeps the newest however large it is, and none twice", async () => {
	const [one, two] = models;
	const store = createModelStore(1);
	await store.add(one!.id, one!.bytes);
	await store.add(one!.id, one!.bytes);
	expect(store.find(one!.id)).toBeDefined();
	await store.add(two!.id, two!.bytes);
	expect(store.find(one!.id)).toBeUndefined();
	expect(store.find(two!.id)).toBeDefined();
});

test("refuses bytes that are not the model of that id", async () => {
	const [one, two] = models;
	const store = createModelStore();
	await expect(store.add(two!.id, one!.bytes)).rejects.toThrow("not the model");
});
