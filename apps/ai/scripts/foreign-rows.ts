// Makes the rows of other languages of apps/ai/models: the sum of a text's rows shall point where the static table's vector of
// its English translation points.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
	readCommandLine,
	required,
} from "@supportdesk/testkit/command-line.ts";
import { openE5 } from "../src/encoder/e5/e5-encoder.ts";
import { normalise } from "../src/encoder/encoder.ts";
import { ensureModel, MULTILINGUAL_E5 } from "../src/encoder/ensure-model.ts";
import {
	createForeignPieces,
	foreignWords,
} from "../src/encoder/foreign-pieces.ts";
import {
	createStaticEncoder,
	FOREIGN_PIECES_FILE,
	FOREIGN_ROWS_FILE,
	openEnglishTable,
} from "../src/encoder/static-encoder.ts";
import { encodeTable, packRows } from "../src/encoder/static-table.ts";
import { SEEDS_BY_LANGUAGE } from "../src/signals/seeds.ts";
import { readCorpus } from "./distill/corpus.ts";
import { fitRows } from "./distill/fit.ts";
import { teacherVectors } from "./distill/teacher.ts";
import { everywhere, LANGUAGES } from "./map/parallel-texts.ts";
import { ridge } from "./map/ridge.ts";
import { choosePieces } from "./rows/choose-pieces.ts";
import { readHelpTexts, readProgramTexts } from "./rows/translations.ts";

/** With two bits for each of a row's 256 numbers 1.6 MB. */
const PIECES = 24_000;
const EPOCHS = 8;
/** Texts in English, and as many translations, by which the multilingual model's space is mapped into the table's. */
const MAPPED_TEXTS = 3_000;
const MAPPED_CHARACTERS_MAX = 160;
/** A row begins shorter the more frequent its piece is; at this share of all words it has half its length. */
const WEIGHT_HALVED_AT = 1e-3;

const options = readCommandLine(
	"ai:rows -- --data FOLDER --help-pages FOLDER --programs FOLDER --words FOLDER [--cache .cache]",
	{
		data: { type: "string" },
		"help-pages": { type: "string" },
		programs: { type: "string" },
		words: { type: "string" },
		cache: { type: "string", default: ".cache" },
	},
);
const wordFolder = required(options.words, "words");
const words = new Map(
	["en", ...LANGUAGES].map((language) => [
		language,
		readFileSync(join(wordFolder, `${language}.txt`), "utf8")
			.trimEnd()
			.split("\n"),
	]),
);
const programTexts = readProgramTexts(required(options.programs, "programs"));
const translations = [
	...programTexts,
	...readHelpTexts(required(options["help-pages"], "help-pages")),
];

const { table, wordPiece } = openEnglishTable();
const english = createStaticEncoder(table, wordPiece);
const { dimensions } = english;
const e5 = await openE5({
	modelFile: await ensureModel(`${options.cache}/models`, MULTILINGUAL_E5),
	mapFile: undefined,
	threads: 1,
	queueMax: 100_000,
});
const read = async (texts: readonly string[]) => {
	const all = await teacherVectors(e5, texts, `${options.cache}/distill`);
	return texts.map((_, i) =>
		all.subarray(i * e5.dimensions, (i + 1) * e5.dimensions),
	);
};
const translate = await mapToEnglish();
const examples = translations
	.map(({ text, english: original }) => ({
		text,
		target: english.embedNow(original),
	}))
	// The zero vector points nowhere.
	.filter(({ target }) => target.some((value) => value !== 0));
// What has no translation: its vector by the multilingual model.
for (const language of LANGUAGES) {
	const seeds = Object.values(SEEDS_BY_LANGUAGE[language]!).flat();
	for (const texts of [words.get(language)!, seeds.map(({ text }) => text)]) {
		const vectors = await read(texts);
		for (const [i, text] of texts.entries())
			examples.push({ text, target: translate(vectors[i]!) });
	}
}
await e5.close();

const chosen = choosePieces(words, translations, PIECES);
const pieces = chosen.map(({ text }) => text);
const piecesOf = createForeignPieces(pieces, wordPiece.isPiece);
const texts = examples.map(({ text }) =>
	foreignWords(text).flatMap((word) => piecesOf(word) ?? []),
);
const rows = firstRows();
const targets = new Float32Array(examples.length * dimensions);
for (const [i, { target }] of examples.entries())
	targets.set(target, i * dimensions);
fitRows({ dimensions, rows, texts, targets }, EPOCHS);
writeFileSync(FOREIGN_PIECES_FILE, `${pieces.join("\n")}\n`);
writeFileSync(
	FOREIGN_ROWS_FILE,
	encodeTable(packRows(table.name, dimensions, rows)),
);

/** The map from the multilingual model's vectors to the table's, learnt from English words and texts and from translations. */
async function mapToEnglish(): Promise<(vector: Float32Array) => Float32Array> {
	const corpus = readCorpus(required(options.data, "data")).filter(
		({ length }) => length <= MAPPED_CHARACTERS_MAX,
	);
	const inEnglish = (text: string) => ({ text, english: text });
	const sources: Float32Array[] = [];
	const targets: Float32Array[] = [];
	for (const pairs of [
		everywhere(corpus, MAPPED_TEXTS).map(inEnglish),
		words.get("en")!.map(inEnglish),
		everywhere(programTexts, MAPPED_TEXTS),
	]) {
		sources.push(...(await read(pairs.map(({ text }) => text))));
		targets.push(...pairs.map((pair) => english.embedNow(pair.english)));
	}
	const map = ridge(sources, targets);
	const constant = map.at(-1)!;
	return (vector) => {
		const mapped = Float32Array.from(constant);
		for (const [i, value] of vector.entries()) {
			const row = map[i]!;
			for (let j = 0; j < dimensions; j++) mapped[j]! += value * row[j]!;
		}
		return normalise(mapped);
	};
}

/** Of a piece that is a word: the mean of its targets in all languages, short where it is frequent. Others begin at zero. */
function firstRows(): Float32Array {
	const rows = new Float32Array(pieces.length * dimensions);
	for (const [i, { target }] of examples.entries()) {
		const [piece, ...others] = texts[i]!;
		if (piece === undefined || others.length > 0) continue;
		for (let j = 0; j < dimensions; j++)
			rows[piece * dimensions + j]! += target[j]!;
	}
	for (const [piece, { share }] of chosen.entries()) {
		const row = rows.subarray(piece * dimensions, (piece + 1) * dimensions);
		const weight = WEIGHT_HALVED_AT / (WEIGHT_HALVED_AT + share);
		for (const [j, value] of normalise(row).entries()) row[j] = value * weight;
	}
	return rows;
}
