import { readVocabulary } from "./vocabulary.ts";

const WORD = /^▁([a-z]{4,})$/;

let commonWords: ReadonlySet<string> | undefined;

/**
 * Whether a word of at least four letters, in lower case, is one of the 20,000 most frequent of an encyclopedia and of books. Typing
 * errors are not, unless they make another such word.
 */
export function isCommonWord(word: string): boolean {
	commonWords ??= new Set(
		readVocabulary().flatMap((piece) => WORD.exec(piece)?.[1] ?? []),
	);
	return commonWords.has(word);
}
