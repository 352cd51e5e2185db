import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Encoder } from "../encoder/encoder.ts";
import calibrations from "./calibration.json" with { type: "json" };
import { decodeModels, encodeModels } from "./model-file.ts";
import { FOREIGN_SEEDS, SEEDS } from "./seeds.ts";
import type { SignalModel } from "./signal-model.ts";
import { NOTHING_CONFIRMED, trainSignals } from "./train-signals.ts";
import type { TrainTask } from "./trainer.ts";

/** What our seeds alone teach, for each encoder; `ai:seeds` makes it. */
export const GENERAL_MODELS_FILE = new URL(
	"../../models/general-signals.bin",
	import.meta.url,
);

/** Names what was learnt from: other seeds, another name. */
const LEARNT_FROM = createHash("sha256")
	.update(JSON.stringify([SEEDS, FOREIGN_SEEDS, calibrations]))
	.digest();

/** Finds the general model of an encoder. */
export type GeneralModels = (encoder: Encoder) => Promise<SignalModel>;

/**
 * The general models: what a workspace without confirmed labels is given. They are read from their file, since learning
 * them takes each start three seconds of processor time; where the file was made from other seeds or lacks the encoder,
 * the model is learnt.
 */
export function openGeneralModels(
	train: TrainTask,
	file = GENERAL_MODELS_FILE,
): GeneralModels {
	const reading = readModels(file);
	return async (encoder) =>
		(await reading).find((model) => model.encoder === encoder.name) ??
		trainSignals(train, encoder, NOTHING_CONFIRMED);
}

/** The file of these models: the name of what they were learnt from, then the models. */
export async function encodeGeneralModels(
	models: readonly SignalModel[],
): Promise<Buffer> {
	return Buffer.concat([LEARNT_FROM, await encodeModels(models)]);
}

/** The models of the file, or none where it was made from other seeds. */
export async function readModels(file: URL): Promise<SignalModel[]> {
	const bytes = await readFile(file);
	const name = bytes.subarray(0, LEARNT_FROM.length);
	if (!name.equals(LEARNT_FROM)) return [];
	return decodeModels(bytes.subarray(LEARNT_FROM.length));
}
