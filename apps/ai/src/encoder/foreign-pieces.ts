import { boundMarks } from "@supportdesk/text/bound-marks.ts";

/** A longer text is a whole article; its beginning names the topic. */
const CHARACTERS_MAX = 10_000;
/** Words with cached pieces. */
const REMEMBERED_WORDS_MAX = 20_000;
/** Longer runs of letters are sentences of Japanese or Chinese, or no words. */
const REMEMBERED_LETTERS_MAX = 30;
const ACCENTS = /(\p{Script=Latin})\p{Mn}+/gu;
/** Japanese and Chinese put no spaces between words: there a run of letters is a part of a sentence. */
const WORD = /[\p{L}\p{M}]+|\p{N}+/gu;
const NUMBER = /^\p{N}/u;
const LATIN = /^\p{Script=Latin}+$/u;

/** The words and numbers of a text's beginning in their order, in lower case and Latin letters without accents. */
export function foreignWords(text: string): string[] {
	const plain = boundMarks(text.slice(0, CHARACTERS_MAX))
		.normalize("NFKC")
		.toLowerCase()
		.normalize("NFD")
		.replace(ACCENTS, "$1")
		.normalize("NFC");
	return plain.match(WORD) ?? [];
}

/**
 * Ids of the pieces of a word as {@link foreignWords} gives it, none for one of an unknown language; undefined for what is
 * to be read as in English.
 */
export type ForeignPieces = (word: string) => readonly number[] | undefined;

/**
 * Cuts each word from its beginning into the longest pieces of a vocabulary of other languages than English; letters outside
 * it are passed over. Numbers, and words that it does not hold whole and English does, are read as in English.
 * @param pieces in the order of their ids
 */
export function createForeignPieces(
	pieces: readonly string[],
	isEnglishWord: (word: string) => boolean,
): ForeignPieces {
	const ids = new Map(pieces.map((piece, id) => [piece, id]));
	const longest = pieces.reduce((max, { length }) => Math.max(max, length), 1);
	const remembered = new Map<string, readonly number[] | undefined>();

	function cut(word: string): readonly number[] | undefined {
		const whole = ids.get(word);
		if (whole !== undefined) return [whole];
		if (NUMBER.test(word) || (LATIN.test(word) && isEnglishWord(word)))
			return undefined;
		const found: number[] = [];
		for (let begin = 0; begin < word.length; ) {
			let end = Math.min(word.length, begin + longest);
			while (end > begin && !ids.has(word.slice(begin, end))) end--;
			if (end > begin) found.push(ids.get(word.slice(begin, end))!);
			begin = Math.max(end, begin + 1);
		}
		return found;
	}

	return (word) => {
		if (word.length > REMEMBERED_LETTERS_MAX) return cut(word);
		if (remembered.has(word)) return remembered.get(word);
		const found = cut(word);
		if (remembered.size >= REMEMBERED_WORDS_MAX) remembered.clear();
		remembered.set(word, found);
		return found;
	};
}
