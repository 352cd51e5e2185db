import { plainText } from "@supportdesk/markdown/plain-text.ts";
import { isUnspaced, pairsOf } from "../text/analyse.ts";
import { fold } from "../text/fold.ts";

const QUESTION_LENGTH_MAX = 1000; // of a search; a ticket's text is cut to its beginning
const READ_LENGTH_MAX = 4 * QUESTION_LENGTH_MAX; // its tags included

/** The question as a gap keeps it: plain text, as mails and tickets may be HTML. */
export function keptQuestion(text: string): string {
	const read = text.trim().slice(0, READ_LENGTH_MAX).toWellFormed();
	const plain = plainText(read) || phrasingKey(read);
	return [...plain].slice(0, QUESTION_LENGTH_MAX).join("").trim();
}

/** The question without case, accents, spaces and punctuation, which do not distinguish questions. */
export function phrasingKey(question: string): string {
	const key = (fold(question).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(" ");
	return key === "" ? question : key;
}

/** The words of a key; pairs of characters where words are not spaced. */
export function wordsOf(key: string): string[] {
	return key
		.split(" ")
		.flatMap((word) => (isUnspaced(word) ? pairsOf(word) : word));
}
