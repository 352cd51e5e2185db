// Makes the table of apps/ai/models with MiniLM's vectors of our seeds, after every change of them.

import { writeFileSync } from "node:fs";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { MAP_FILE, openE5 } from "../src/encoder/e5/e5-encoder.ts";
import { encoderByLanguage } from "../src/encoder/encoder-by-language.ts";
import { ensureModel, MULTILINGUAL_E5 } from "../src/encoder/ensure-model.ts";
import { openMiniLm } from "../src/encoder/minilm-encoder.ts";
import { encodeTable } from "../src/encoder/static-table.ts";
import {
	SEED_VECTORS_FILE,
	tableOfSeeds,
} from "../src/signals/seed-vectors.ts";

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
await Promise.all([english.close(), others.close()]);
writeFileSync(SEED_VECTORS_FILE, encodeTable(table));
