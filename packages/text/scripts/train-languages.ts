// Makes the table by which languages are told apart, from Debian's package gnome-user-docs (the same help pages in many
// languages) and public English customer texts: `apt-get download gnome-user-docs && dpkg-deb -x gnome-user-docs_*.deb DOCS`.

import { globSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { BUCKETS, bucketsOf, wordsOf } from "../src/language/features.ts";
import { encodeLanguages } from "../src/language/table.ts";

const { values } = parseArgs({
	options: {
		docs: { type: "string" },
		data: { type: "string" },
		out: { type: "string" },
	},
});
if (!values.docs || !values.data)
	throw new Error("usage: train-languages.ts --docs DOCS --data FOLDER");
/** Folders of the help pages, and the languages they are in. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
	ca: ["ca"],
	cs: ["cs"],
	da: ["da"],
	de: ["de"],
	en: ["C"],
	es: ["es"],
	fi: ["fi"],
	fr: ["fr"],
	hr: ["hr"],
	hu: ["hu"],
	id: ["id"],
	it: ["it"],
	lv: ["lv"],
	nl: ["nl"],
	pl: ["pl"],
	pt: ["pt", "pt_BR"],
	sv: ["sv"],
};
const ENGLISH_SETS = [
	"banking77",
	"clinc150",
	"multidogo",
	"bitext20k",
	"hwu64",
];
const ENGLISH_SET_LINES = 1_500;
const PARAGRAPH = /<(p|title|desc)\b[^>]*>(.*?)<\/\1>/gsu;

const SNIPPETS = 1_500_000;
/** Questions are short, and only short texts are hard. */
const SNIPPET_WORDS_MAX = 10;
const RATE = 0.15;

const english = new Set(paragraphs("C"));
const languages = Object.keys(FOLDERS);
const words = languages.map((language) =>
	linesIn(language)
		.map(wordsOf)
		.filter((line) => line.length > 0),
);
const weights = new Float32Array(BUCKETS * languages.length);

// Runs repeat to the bit.
let state = 1;
function random(below: number): number {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
	return Math.floor((state / 2 ** 32) * below);
}

/** One step of logistic regression; the rate falls to zero. */
function learn(right: number, snippet: readonly string[], rate: number): void {
	const buckets = snippet.flatMap(bucketsOf);
	const sums = new Float64Array(languages.length);
	for (const bucket of buckets)
		for (let i = 0; i < sums.length; i++)
			sums[i]! += weights[bucket * sums.length + i]!;
	const most = Math.max(...sums);
	const powers = sums.map((sum) => Math.exp(sum - most));
	const total = powers.reduce((a, b) => a + b, 0);
	const step = rate / Math.sqrt(buckets.length + 1);
	for (let i = 0; i < sums.length; i++) {
		const error = (i === right ? 1 : 0) - powers[i]! / total;
		if (Math.abs(error) < 1e-4) continue;
		for (const bucket of buckets)
			weights[bucket * sums.length + i]! += step * error;
	}
}

for (let n = 0; n < SNIPPETS; n++) {
	const right = random(languages.length);
	const lines = words[right]!;
	const line = lines[random(lines.length)]!;
	const length = 1 + random(SNIPPET_WORDS_MAX);
	const at = random(Math.max(1, line.length - length + 1));
	const rate = RATE * (1 - n / SNIPPETS);
	learn(right, line.slice(at, at + length), rate);
}

let largest = 0;
for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
const step = largest / 127;
const out =
	values.out ?? new URL("../src/language/languages.bin", import.meta.url);
writeFileSync(
	out,
	encodeLanguages({
		languages,
		step,
		weights: Int8Array.from(weights, (weight) => Math.round(weight / step)),
	}),
);

function linesIn(language: string): string[] {
	const lines = FOLDERS[language]!.flatMap(paragraphs);
	if (language === "en") return [...new Set(lines), ...customerTexts()];
	// What is not translated stands there in English.
	return [...new Set(lines)].filter((line) => !english.has(line));
}

function paragraphs(folder: string): string[] {
	const pages = globSync(`${values.docs}/usr/share/help/${folder}/*/*.page`);
	return pages.sort().flatMap((page) =>
		[...readFileSync(page, "utf8").matchAll(PARAGRAPH)].map(([, , inner]) =>
			inner!
				.replace(/<[^>]*>/g, " ")
				.replace(/\s+/g, " ")
				.trim(),
		),
	);
}

function customerTexts(): string[] {
	return ENGLISH_SETS.flatMap((name) => {
		const file = readFileSync(`${values.data}/${name}.train.jsonl.gz`);
		const lines = gunzipSync(file).toString("utf8").split("\n");
		return lines
			.slice(0, ENGLISH_SET_LINES)
			.map((line) => (JSON.parse(line) as { text: string }).text);
	});
}
