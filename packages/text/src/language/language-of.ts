import { readFileSync } from "node:fs";
import { remembered } from "../remembered.ts";
import { bucketsOf, wordsOf } from "./features.ts";
import { languageOfScript } from "./scripts.ts";
import { decodeLanguages, type LanguageTable } from "./table.ts";

/** Longer texts are judged by their beginning. */
const CHARACTERS_MAX = 4_000;
/** A text is judged sentence by sentence, long ones in parts: another language in it must not be outvoted silently. */
const SENTENCE_ENDS = /[.!?:;]\s+|\s*\n\s*/;
const PART_WORDS = 25;
/** A part is of a language that is this likely … */
const PROBABILITY_MIN = 0.8;
/** … and a text is, when of the words in such parts this share is of one language … */
const SHARE_MIN = 0.75;
/** … and they are this share of all its words. The others are names, or too few to tell. */
const SURE_MIN = 0.4;
/** Signals, search and the draft ask for the language of one question, and many drafts for that of one article. */
const REMEMBERED_MAX = 1_000;

let table: LanguageTable | undefined;

/**
 * The language of a text, as ISO 639-1 says it, or undefined where that cannot be said: too short, without words, or in
 * more than one language. The same text has the same language everywhere.
 */
export function languageOf(text: string): string | undefined {
	return languageOfBeginning(text.slice(0, CHARACTERS_MAX));
}

const languageOfBeginning = remembered(REMEMBERED_MAX, readLanguage);

function readLanguage(beginning: string): string | undefined {
	const parts = partsOf(beginning);
	const words = parts.flat();
	const byScript = languageOfScript(words);
	if (byScript !== "latin") return byScript;
	const from = openTable();
	const shares = sharesOf(parts, from);
	if (shares.size === 0) sharesOf([words], from, shares);
	const sure = [...shares.values()].reduce((sum, n) => sum + n, 0);
	if (sure < SURE_MIN * words.length) return undefined;
	const [first] = [...shares].sort(([, a], [, b]) => b - a);
	return first && first[1] >= SHARE_MIN * sure ? first[0] : undefined;
}

/** Below this a text whose language cannot be said is not read as English. Hardly an English customer's question is. */
const ENGLISH_PROBABILITY_MIN = 0.03;

/**
 * Whether to read a text as English, for choices that have to be made where {@link languageOf} says nothing. A text without
 * words can be read as anything.
 */
export function readsAsEnglish(text: string): boolean {
	return beginsInEnglish(text.slice(0, CHARACTERS_MAX));
}

const beginsInEnglish = remembered(REMEMBERED_MAX, readEnglish);

function readEnglish(beginning: string): boolean {
	const language = languageOf(beginning);
	if (language !== undefined) return language === "en";
	const words = wordsOf(beginning);
	if (words.length === 0) return true;
	if (languageOfScript(words) !== "latin") return false;
	const from = openTable();
	const english = from.languages.indexOf("en");
	return probabilities(from, words)[english]! >= ENGLISH_PROBABILITY_MIN;
}

/** A word or two, as in a search box, look foreign too often: "mailbox", "thunderbird". */
const FEW_WORDS = 2;

/** Whether a text is surely not English, for readers that know English far better than other languages. */
export function isSurelyForeign(text: string): boolean {
	const beginning = text.slice(0, CHARACTERS_MAX);
	const language = languageOf(beginning);
	if (language === undefined || language === "en") return false;
	const words = wordsOf(beginning);
	return words.length > FEW_WORDS || languageOfScript(words) !== "latin";
}

function openTable(): LanguageTable {
	table ??= decodeLanguages(
		readFileSync(new URL("languages.bin", import.meta.url)),
	);
	return table;
}

function partsOf(text: string): string[][] {
	const parts: string[][] = [];
	for (const sentence of text.split(SENTENCE_ENDS)) {
		const words = wordsOf(sentence);
		for (let at = 0; at < words.length; at += PART_WORDS)
			parts.push(words.slice(at, at + PART_WORDS));
	}
	return parts;
}

/** Of each language: the words of the parts that are surely in it. */
function sharesOf(
	parts: readonly (readonly string[])[],
	from: LanguageTable,
	shares = new Map<string, number>(),
): Map<string, number> {
	for (const words of parts) {
		const { language, probability } = likeliest(from, words);
		if (probability >= PROBABILITY_MIN)
			shares.set(language, (shares.get(language) ?? 0) + words.length);
	}
	return shares;
}

/** The likeliest of the languages that are written in Latin letters. */
function likeliest(
	table: LanguageTable,
	words: readonly string[],
): { language: string; probability: number } {
	const all = probabilities(table, words);
	const probability = Math.max(...all);
	return {
		language: table.languages[all.indexOf(probability)]!,
		probability,
	};
}

function probabilities(
	{ languages, step, weights }: LanguageTable,
	words: readonly string[],
): number[] {
	const count = languages.length;
	const sums = new Int32Array(count); // whole numbers, so that adding to them allocates nothing
	for (const word of words)
		for (const bucket of bucketsOf(word)) {
			const row = bucket * count;
			for (let i = 0; i < count; i++) sums[i]! += weights[row + i]!;
		}
	const most = Math.max(...sums);
	const odds = Array.from(sums, (sum) => Math.exp((sum - most) * step));
	const total = odds.reduce((sum, one) => sum + one, 0);
	return odds.map((one) => one / total);
}
