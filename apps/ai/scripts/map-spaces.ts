// Makes the map of apps/ai/models from the multilingual encoder's vectors to MiniLM's: English texts by both, and translations
// by the one of texts that the other has read in English.

import { writeFileSync } from "node:fs";
import {
	readCommandLine,
	required,
} from "@supportdesk/testkit/command-line.ts";
import { MAP_FILE, openE5 } from "../src/encoder/e5/e5-encoder.ts";
import { ensureModel, MULTILINGUAL_E5 } from "../src/encoder/ensure-model.ts";
import { openMiniLm } from "../src/encoder/minilm-encoder.ts";
import { encodeTable, quantiseRows } from "../src/encoder/static-table.ts";
import { readCorpus } from "./distill/corpus.ts";
import { teacherVectors } from "./distill/teacher.ts";
import { everywhere, readParallelTexts } from "./map/parallel-texts.ts";
import { ridge } from "./map/ridge.ts";

const PARALLEL_TEXTS = 800;
const ENGLISH_TEXTS = 4_000;
const ENGLISH_CHARACTERS_MAX = 160;
const options = readCommandLine(
	"ai:map -- --data FOLDER --help-pages FOLDER [--cache .cache]",
	{
		data: { type: "string" },
		"help-pages": { type: "string" },
		cache: { type: "string", default: ".cache" },
	},
);
const folder = `${options.cache}/models`;
const common = { threads: 1, queueMax: 100_000 };
const miniLm = await openMiniLm({
	modelFile: await ensureModel(folder),
	...common,
});
const e5 = await openE5({
	modelFile: await ensureModel(folder, MULTILINGUAL_E5),
	mapFile: undefined,
	...common,
});

const parallel = readParallelTexts(
	required(options["help-pages"], "help-pages"),
	PARALLEL_TEXTS,
);
const short = readCorpus(required(options.data, "data")).filter(
	(text) => text.length <= ENGLISH_CHARACTERS_MAX,
);
const pairs = [
	...everywhere(short, ENGLISH_TEXTS).map((text) => [text, text] as const),
	...parallel.flatMap(({ english, translations }) =>
		[english, ...translations].map((text) => [text, english] as const),
	),
];
const english = [...new Set(pairs.map(([, text]) => text))];
const cache = `${options.cache}/distill`;
const targets = rows(await teacherVectors(miniLm, english, cache));
const target = new Map(english.map((text, i) => [text, targets[i]!]));
const sources = rows(
	await teacherVectors(
		e5,
		pairs.map(([text]) => text),
		cache,
	),
);
await Promise.all([miniLm.close(), e5.close()]);

const map = ridge(
	sources,
	pairs.map(([, text]) => target.get(text)!),
);
writeFileSync(
	MAP_FILE,
	encodeTable(quantiseRows("e5-to-minilm-1", miniLm.dimensions, map)),
);

function rows(vectors: Float32Array): Float32Array[] {
	const { dimensions } = miniLm;
	return Array.from({ length: vectors.length / dimensions }, (_, i) =>
		vectors.subarray(i * dimensions, (i + 1) * dimensions),
	);
}
