import { languageOf } from "@supportdesk/text/language-of.ts";
import { stem } from "@supportdesk/text/stem.ts";
import { separateCodes } from "./codes.ts";
import { fold } from "./fold.ts";
import { FOREIGN_STOP_WORDS, isFunctionPair } from "./foreign-stop-words.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** Characters of scripts written without spaces: each pair of neighbours becomes a term. */
const UNSPACED =
	"[[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]&&[\\p{L}\\p{N}\\p{M}]]";
/** Of all others. A vowel sign can be a mark. */
const SPACED = `[[\\p{L}\\p{N}\\p{Mn}\\p{Mc}]--${UNSPACED}]`;
/** Words joined by the punctuation that product names, versions and error codes are written with; unspaced runs. */
const WORDS = new RegExp(
	`${SPACED}+(?:['’._\\-\\/:@#+]+${SPACED}+)*|${UNSPACED}+`,
	"gv",
);
const PART = new RegExp(`${SPACED}+`, "gv");
const HAS_UNSPACED = new RegExp(UNSPACED, "v");
/** Letters, one sign and a number: a code, whose signs differ. Versions have more of them. */
const DOTTED_CODE = /^(\p{L}{1,6})\.(\d{1,5}\p{L}?)$/u;
/** Longer runs are not words (base64, keys) and would only fill the vocabulary. */
const TERM_LENGTH_MAX = 48;

/** Whether a term is a code: product numbers, versions and error codes match exactly or not at all. */
export function isCode(term: string): boolean {
	return /\d/.test(term);
}

/** Whether a word holds characters of a script that is written without spaces. */
export function isUnspaced(word: string): boolean {
	return HAS_UNSPACED.test(word);
}

/** The pairs of neighbouring characters; a character alone is itself. */
export function pairsOf(run: string): string[] {
	const characters = [...run];
	if (characters.length === 1) return [run];
	return characters.slice(1).map((character, i) => characters[i]! + character);
}

function pushPart(
	part: string,
	terms: string[],
	stopWords: ReadonlySet<string>,
): void {
	if (stopWords.has(part)) return;
	if (part.length > TERM_LENGTH_MAX || (part.length === 1 && !isCode(part)))
		return;
	terms.push(stem(part));
}

const NONE: ReadonlySet<string> = new Set();

/** A word of one language's list may name the topic in another one: `die`, `come`. */
function stopWordsFor(text: string): ReadonlySet<string> {
	return FOREIGN_STOP_WORDS.get(languageOf(text) ?? "") ?? STOP_WORDS;
}

function scan(text: string, keepStopWords: boolean): string[] {
	const terms: string[] = [];
	const stopWords = keepStopWords ? NONE : stopWordsFor(text);
	for (const [word] of fold(text).matchAll(WORDS)) {
		if (isUnspaced(word)) {
			for (const pair of pairsOf(word))
				if (keepStopWords || !isFunctionPair(pair)) terms.push(pair);
			continue;
		}
		// An apostrophe joins letters of one word: `don't`, `customer's`.
		const joined = word.replace(/['’]s$/, "").replace(/['’]/g, "");
		const parts = joined.match(PART) ?? [];
		for (const part of parts) pushPart(part, terms, stopWords);
		// `WIFI-6E`, `4.1.1.2`, `E.12` and `ERR_TOO_MANY` are also one term, however they are joined.
		if (
			parts.length > 1 &&
			(isCode(joined) || joined.includes("_")) &&
			joined.length <= TERM_LENGTH_MAX
		)
			terms.push(joined.replace(DOTTED_CODE, "$1$2").replace(/[-_]/g, ""));
	}
	return terms;
}

/** The search terms of a text in their order: folded, without stop words, stemmed; codes whole and in parts. */
export function analyse(text: string): string[] {
	return scan(separateCodes(text), false);
}

/** The terms of a question. One made of stop words alone (`how to use it`) keeps them. */
export function analyseQuery(text: string): string[] {
	const terms = scan(text, false);
	return terms.length > 0 ? terms : scan(text, true);
}
