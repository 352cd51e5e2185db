import { languageOf } from "@supportdesk/text/language-of.ts";
import type { WordPiece } from "../encoder/word-piece.ts";
import { wordsOf } from "../learn/ngrams.ts";
import { lexiconOf } from "./cues/lexicon.ts";
import { legibility } from "./legibility.ts";

/** In fewer words a name or a term of English looks like another language: "Redeem code". */
const FEW_WORDS = 2;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
/** "a" and "in" are words of other languages, too; these are not. */
const ENGLISH =
	/\b(?:the|and|is|are|my|you|your|have|has|was|with|this|that|it|we|what|when|how|please|not|do|does|i'm|can)\b/i;

/** The language of a ticket among those whose signals can be read; undefined when it is another, or no language at all. */
export function languageOfTicket(
	text: string,
	wordPiece: WordPiece,
): string | undefined {
	const legible = legibility(text, wordPiece);
	if (legible === "meaningless" && isShort(text)) return undefined;
	if (legible === "english" && isEnglish(text)) return "en";
	if (KANA.test(text)) return "ja";
	const language = languageOf(text) ?? (HAN.test(text) ? "zh" : undefined);
	if (language !== undefined && language !== "en" && lexiconOf(language))
		return language;
	// Hindi in Latin letters is mixed with English; its signals are read as well as English ones.
	return legible === "english" ? "en" : undefined;
}

function isEnglish(text: string): boolean {
	return ENGLISH.test(text) || isShort(text);
}

function isShort(text: string): boolean {
	return wordsOf(text).length <= FEW_WORDS && !HAN.test(text);
}
