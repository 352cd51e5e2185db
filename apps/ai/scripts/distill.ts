// Makes the static table of apps/ai/models from MiniLM and public text.

import { writeFileSync } from "node:fs";
import {
	readCommandLine,
	required,
} from "@supportdesk/testkit/command-line.ts";
import { readVocabulary } from "@supportdesk/text/vocabulary.ts";
import { ensureModel } from "../src/encoder/ensure-model.ts";
import { openMiniLm } from "../src/encoder/minilm-encoder.ts";
import { encodeTable, quantiseRows } from "../src/encoder/static-table.ts";
import { openWordPiece } from "../src/encoder/vocabulary.ts";
import { readCorpus } from "./distill/corpus.ts";
import { fitRows } from "./distill/fit.ts";
import { principalDirections, project } from "./distill/projection.ts";
import { teacherVectors } from "./distill/teacher.ts";

const DIMENSIONS = 256;
const TABLE_FILE = new URL("../models/static-256.bin", import.meta.url);

const options = readCommandLine(
	"ai:distill -- --data FOLDER [--cache .cache] [--epochs 25] [--out FILE]",
	{
		data: { type: "string" },
		cache: { type: "string", default: ".cache" },
		epochs: { type: "string", default: "25" },
		out: { type: "string" },
	},
);
const data = required(options.data, "data");

const teacher = await openMiniLm({
	modelFile: await ensureModel(`${options.cache}/models`),
	threads: 1,
	queueMax: 100_000,
});
const vocabulary = readVocabulary();
const wordPiece = openWordPiece();
const corpus = readCorpus(data);
const folder = `${options.cache}/distill`;
const pieceVectors = await teacherVectors(
	teacher,
	vocabulary.map((piece) => piece.replace("▁", "")),
	folder,
);
const textVectors = await teacherVectors(teacher, corpus, folder);
await teacher.close();

const directions = principalDirections(
	textVectors,
	teacher.dimensions,
	DIMENSIONS,
);
const rows = project(pieceVectors, directions);
const texts = corpus.map((text) => wordPiece.pieces(text, 128));
weigh(rows, texts);
fitRows(
	{
		dimensions: DIMENSIONS,
		rows,
		texts,
		targets: project(textVectors, directions),
	},
	Number(options.epochs),
);
writeFileSync(
	options.out ?? TABLE_FILE,
	encodeTable(
		quantiseRows(
			"static-256-1",
			DIMENSIONS,
			vocabulary.map((_, i) =>
				rows.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS),
			),
		),
	),
);

/** Gives frequent pieces short rows: a row's length is a / (a + share of the piece in the text). */
function weigh(
	rows: Float32Array,
	texts: readonly (readonly number[])[],
): void {
	const WEIGHT_HALVED_AT = 1e-3;
	const counts = new Float64Array(vocabulary.length);
	let total = 0;
	for (const pieces of texts)
		for (const piece of pieces) {
			counts[piece]!++;
			total++;
		}
	for (let piece = 0; piece < vocabulary.length; piece++) {
		const special = /^\[.*\]$/.test(vocabulary[piece]!);
		const weight = special
			? 0
			: WEIGHT_HALVED_AT / (WEIGHT_HALVED_AT + counts[piece]! / total);
		for (let i = 0; i < DIMENSIONS; i++)
			rows[piece * DIMENSIONS + i]! *= weight;
	}
}
