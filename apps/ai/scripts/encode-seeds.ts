// Makes, after every change of our seeds, what apps/ai/models holds of them: the table of MiniLM's vectors, and the models that
// are learnt from the seeds alone.

import { writeFileSync } from "node:fs";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { MAP_FILE, openE5 } from "../src/encoder/e5/e5-encoder.ts";
import { encoderByLanguage } from "../src/encoder/encoder-by-language.ts";
import { ensureModel, MULTILINGUAL_E5 } from "../src/encoder/ensure-model.ts";
import { openMiniLm } from "../src/encoder/minilm-encoder.ts";
import { openStaticEncoder } from "../src/encoder/static-encoder.ts";
import { encodeTable } from "../src/encoder/static-table.ts";
import { WORDS } from "../src/signals/foreign.ts";
import {
	encodeGeneralModels,
	GENERAL_MODELS_FILE,
} from "../src/signals/general-models.ts";
import {
	SEED_VECTORS_FILE,
	tableOfSeeds,
} from "../src/signals/seed-vectors.ts";
import { type SignalModel, trainTask } from "../src/signals/signal-model.ts";
import {
	NOTHING_CONFIRMED,
	trainSignals,
} from "../src/signals/train-signals.ts";

const { cache } = readCommandLine("ai:seeds -- [--cache .cache]", {
	cache: { type: "string", default: ".cache" },
});
const folder = `${cache}/models`;
const common = { threads: 1, queueMax: 100_000 };
const english = await openMiniLm({
	modelFile: await ensureModel(folder),
	...common,
});
const others = await openE5({
	modelFile: await ensureModel(folder, MULTILINGUAL_E5),
	mapFile: MAP_FILE,
	...common,
});
const table = await tableOfSeeds(encoderByLanguage(english, others));
writeFileSync(SEED_VECTORS_FILE, encodeTable(table));

const models: SignalModel[] = [];
for (const encoder of [openStaticEncoder(), WORDS, english])
	models.push(
		await trainSignals(
			async (set) => trainTask(set),
			encoder,
			NOTHING_CONFIRMED,
		),
	);
await Promise.all([english.close(), others.close()]);
writeFileSync(GENERAL_MODELS_FILE, await encodeGeneralModels(models));
