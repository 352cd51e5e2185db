import {
	ASKING,
	BEFORE_THANKS,
	CONFIRMATION,
	COURTESY,
	THANKS,
} from "./courtesy-words.ts";

const QUESTION_MARK = /[?？¿]/u;
const SENTENCE_ENDS = /(?<=[.!?。！？])\s*(?=\S)|\n+/u;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * What a text asks about: without lines and sentences that greet, thank, or name no matter. Empty when nothing is asked; a
 * text in which every sentence has a matter stays as it is.
 */
export function matterOf(text: string): string {
	const sentences = text.split(SENTENCE_ENDS);
	const asking = sentences.filter((sentence) => !isCourtesy(sentence));
	if (asking.length === sentences.length) return text;
	return asking
		.map((sentence) => sentence.trim())
		.join("\n")
		.trim();
}

/** Whether a message in a conversation only greets, thanks or confirms. */
export function asksNothing(message: string): boolean {
	return message
		.split(SENTENCE_ENDS)
		.every((sentence) => isCourtesy(sentence) || isConfirmation(sentence));
}

/** Whether a message thanks, and does no more. Who writes only "I want to contact customer support" may be answered. */
export function onlyThanks(message: string): boolean {
	return THANKS.test(message) && asksNothing(message);
}

function isConfirmation(sentence: string): boolean {
	return (
		!QUESTION_MARK.test(sentence) && wordsOf(sentence).every(isEmptyOfMatter)
	);
}

function isCourtesy(sentence: string): boolean {
	const words = wordsOf(sentence);
	if (words.every((word) => COURTESY.has(word)))
		return words.length > 0 || sentence.trim() === "";
	return isThanks(sentence);
}

/** Whether a sentence thanks for what was done, and asks for nothing more. */
function isThanks(sentence: string): boolean {
	const thanks = THANKS.exec(sentence);
	if (!thanks || QUESTION_MARK.test(sentence)) return false;
	const before = wordsOf(sentence.slice(0, thanks.index));
	const after = wordsOf(sentence.slice(thanks.index + thanks[0].length));
	return (
		before.every((word) => isEmptyOfMatter(word) || BEFORE_THANKS.has(word)) &&
		!after.some((word) => ASKING.has(word))
	);
}

const isEmptyOfMatter = (word: string) =>
	COURTESY.has(word) || CONFIRMATION.has(word);

function wordsOf(sentence: string): readonly string[] {
	return sentence.normalize("NFKC").toLowerCase().match(WORDS) ?? [];
}
