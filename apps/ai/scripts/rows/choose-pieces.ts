import { foreignWords } from "../../src/encoder/foreign-pieces.ts";
import { LANGUAGES } from "../map/parallel-texts.ts";
import type { Translation } from "./translations.ts";

/** Most frequent letters, so that a rare word is cut and not lost; the Chinese ones are words. */
const LETTERS = 1_800;
/** The word at place n of a list by frequency is taken to occur 1 / (n + this) times. */
const ZIPF_OFFSET = 30;
const NO_SPACES =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{N}/u;
/** Names of languages in their own letters are in every program. */
const READ =
	/^[\p{Script=Latin}\p{Script=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]+$/u;

/** A piece, and its mean share of the words of a language. */
export interface Piece {
	readonly text: string;
	readonly share: number;
}

/**
 * The most frequent words of all languages together, half by the lists of their most frequent words and half by the texts, and the
 * most frequent letters.
 */
export function choosePieces(
	words: ReadonlyMap<string, readonly string[]>,
	texts: readonly Translation[],
	count: number,
): Piece[] {
	const shares = new Map<string, number>();
	for (const language of LANGUAGES) {
		const byList = new Map<string, number>();
		words.get(language)!.forEach((word, place) => {
			for (const part of foreignWords(word))
				add(byList, part, 1 / (place + ZIPF_OFFSET));
		});
		const byText = new Map<string, number>();
		for (const one of texts)
			if (one.language === language)
				for (const word of foreignWords(one.text))
					if (!NO_SPACES.test(word)) add(byText, word, 1);
		for (const counts of [byList, byText]) {
			const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
			for (const [word, n] of counts)
				add(shares, word, n / total / 2 / LANGUAGES.length);
		}
	}
	for (const word of [...shares.keys()])
		if (!READ.test(word)) shares.delete(word);
	const letters = new Map<string, number>();
	for (const [word, share] of shares)
		for (const letter of word) add(letters, letter, share);
	const pieces = new Set([
		...mostFrequent(letters).slice(0, LETTERS),
		...mostFrequent(shares),
	]);
	return [...pieces]
		.slice(0, count)
		.map((text) => ({ text, share: shares.get(text) ?? 0 }));
}

function add(counts: Map<string, number>, key: string, n: number): void {
	counts.set(key, (counts.get(key) ?? 0) + n);
}

function mostFrequent(counts: ReadonlyMap<string, number>): string[] {
	return [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key);
}
