import { boundMarks } from "@supportdesk/text/bound-marks.ts";
import { createSpelling } from "./spelling.ts";

/** Ids of the pieces that BERT's uncased vocabulary gives to the frame of a text. */
export const CLS = 101;
export const SEP = 102;
const UNKNOWN = 100;
/** A longer run of letters is not a word; BERT's own tokenizer draws the line here. */
const WORD_LENGTH_MAX = 100;
/** Words with cached pieces. A language's everyday words are fewer. */
const REMEMBERED_WORDS_MAX = 50_000;

export interface WordPiece {
	/** Ids of the text's pieces, without the frame, at most `piecesMax` of them. */
	pieces(text: string, piecesMax: number): number[];
	/** Whether the vocabulary holds the word whole. */
	isPiece(word: string): boolean;
	/** Whether the letters of a lower-case word follow each other as in the vocabulary's words. */
	isSpelledLikeAWord(word: string): boolean;
}

/**
 * BERT's uncased tokenizer: clean, lower-case, drop accents, split at white space, punctuation and Chinese
 * characters, then cut each word greedily into the longest pieces of the vocabulary. Characters outside the
 * vocabulary make the whole word unknown.
 * @param vocabulary pieces in the order of their ids; `▁` marks the pieces that begin a word
 */
export function createWordPiece(vocabulary: readonly string[]): WordPiece {
	const starts = new Map<string, number>();
	const continuations = new Map<string, number>();
	vocabulary.forEach((piece, id) => {
		if (piece.startsWith("[") && piece.endsWith("]")) return;
		if (piece.startsWith("▁")) starts.set(piece.slice(1), id);
		else continuations.set(piece, id);
	});
	// The first of the unused pieces is written as a bare mark; it must never match.
	starts.delete("");
	const remembered = new Map<string, readonly number[]>();
	let isSpelledLikeAWord: WordPiece["isSpelledLikeAWord"] | undefined;

	function cut(word: string): readonly number[] {
		if (word.length > WORD_LENGTH_MAX) return [UNKNOWN];
		const ids: number[] = [];
		for (let begin = 0; begin < word.length; ) {
			const pieces = begin === 0 ? starts : continuations;
			let end = word.length;
			while (end > begin && !pieces.has(word.slice(begin, end))) end--;
			if (end === begin) return [UNKNOWN];
			ids.push(pieces.get(word.slice(begin, end))!);
			begin = end;
		}
		return ids;
	}

	function idsOf(word: string): readonly number[] {
		const known = remembered.get(word);
		if (known) return known;
		const ids = cut(word);
		if (remembered.size >= REMEMBERED_WORDS_MAX) remembered.clear();
		remembered.set(word, ids);
		return ids;
	}

	function pieces(text: string, piecesMax: number): number[] {
		const ids: number[] = [];
		for (const [word] of plain(text).matchAll(WORD)) {
			for (const id of idsOf(word)) {
				if (ids.length === piecesMax) return ids;
				ids.push(id);
			}
		}
		return ids;
	}

	return {
		pieces,
		// Most words are there as they are; the others are normalised first, or unknown, which is one piece too.
		isPiece: (word) => starts.has(word) || pieces(word, 2).length === 1,
		isSpelledLikeAWord(word) {
			isSpelledLikeAWord ??= createSpelling(starts.keys());
			return isSpelledLikeAWord(word);
		},
	};
}

// ASCII symbols count as punctuation even where Unicode calls them symbols ($ + < = > ^ ` | ~): so BERT was trained.
const PUNCTUATION = String.raw`\p{P}$+<=>^\x60|~`;
const CHINESE = String.raw`\u{3400}-\u{4DBF}\u{4E00}-\u{9FFF}\u{F900}-\u{FAFF}\u{20000}-\u{2CEAF}\u{2F800}-\u{2FA1F}`;
const WORD = new RegExp(
	`[${PUNCTUATION}${CHINESE}]|[^\\s${PUNCTUATION}${CHINESE}]+`,
	"gu",
);
const CONTROL = /(?![\t\n\r])[\p{Cc}\p{Cf}\uFFFD]/gu;
const MARKS = /\p{Mn}/gu;

function plain(text: string): string {
	return boundMarks(text.replace(CONTROL, ""))
		.toLowerCase()
		.normalize("NFD")
		.replace(MARKS, "");
}
