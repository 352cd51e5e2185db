import { hash } from "node:crypto";
import { decodeModels } from "./model-file.ts";
import type { SignalModel } from "./signal-model.ts";

/** The models of one workspace, one for each encoder they were trained with. */
export type WorkspaceModels = readonly SignalModel[];

/** Workspaces whose models are kept; a model takes about 4 MB. */
const MODELS_MAX = 50;

/** Models that callers have handed over, the least recently used forgotten first. */
export interface ModelStore {
	find(modelId: string): WorkspaceModels | undefined;
	/** @throws Error when the bytes are not the model of that id */
	add(modelId: string, bytes: Uint8Array): void;
}

/** A model's id is the hash of its bytes, so an id always means the same model. */
export function modelIdOf(bytes: Uint8Array): string {
	return hash("sha256", bytes, "hex").slice(0, 32);
}

export function createModelStore(): ModelStore {
	// A Map iterates in insertion order: re-inserting what is read makes its first key the least recently used.
	const models = new Map<string, WorkspaceModels>();
	return {
		find(modelId) {
			const found = models.get(modelId);
			if (found) {
				models.delete(modelId);
				models.set(modelId, found);
			}
			return found;
		},
		add(modelId, bytes) {
			if (modelIdOf(bytes) !== modelId)
				throw new Error("the bytes are not the model of that id");
			models.set(modelId, decodeModels(bytes));
			if (models.size > MODELS_MAX)
				models.delete(models.keys().next().value as string);
		},
	};
}
