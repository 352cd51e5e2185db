import { hash } from "node:crypto";
import { decodeModels } from "./model-file.ts";
import type { SignalModel } from "./signal-model.ts";

/** The models of one workspace, one for each encoder they were trained with. */
export type WorkspaceModels = readonly SignalModel[];

/** Bytes that kept models may take together. A workspace's takes some 2 MB, and up to 12 MB with 5,000 examples. */
const BYTES_MAX = 200 * 1024 * 1024;

/** Models that callers have handed over, the least recently used forgotten first. */
export interface ModelStore {
	find(modelId: string): WorkspaceModels | undefined;
	/** @throws Error when the bytes are not the model of that id */
	add(modelId: string, bytes: Uint8Array): Promise<void>;
}

/** A model's id is the hash of its bytes, so an id always means the same model. */
export function modelIdOf(bytes: Uint8Array): string {
	return hash("sha256", bytes, "hex").slice(0, 32);
}

export function createModelStore(bytesMax = BYTES_MAX): ModelStore {
	// A Map iterates in insertion order: re-inserting on use makes its first key the least recently used.
	const kept = new Map<string, { models: WorkspaceModels; size: number }>();
	return {
		find(modelId) {
			const found = kept.get(modelId);
			if (found) {
				kept.delete(modelId);
				kept.set(modelId, found);
			}
			return found?.models;
		},
		async add(modelId, bytes) {
			if (modelIdOf(bytes) !== modelId)
				throw new Error("the bytes are not the model of that id");
			const models = await decodeModels(bytes);
			kept.delete(modelId);
			kept.set(modelId, { models, size: sizeOf(models) });
			let size = [...kept.values()].reduce((sum, one) => sum + one.size, 0);
			for (const [id, one] of kept) {
				// The newest one is about to be used, however large it is.
				if (size <= bytesMax || id === modelId) break;
				kept.delete(id);
				size -= one.size;
			}
		},
	};
}

function sizeOf(models: WorkspaceModels): number {
	return models
		.flatMap(({ tasks }) => Object.values(tasks))
		.map(({ classifier }) => classifier)
		.reduce(
			(sum, { weights, rarity, exampleEmbeddings }) =>
				sum + weights.length + rarity.length + exampleEmbeddings.length,
			0,
		);
}
