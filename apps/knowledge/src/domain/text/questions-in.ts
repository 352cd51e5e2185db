import { informativePart } from "./informative-part.ts";

/** A draft has at most three sources. */
const QUESTIONS_MAX = 3;
/** Not the mark of an address's parameters. */
const QUESTION_END = /(?<=\?)\s+|(?<=？)\s*/u;
const LIST_MARKS = /^(?:[-*•]|\d{1,2}[.)]|[a-z]\))\s+/gm;

/**
 * The questions of a mail that asks several, each with the sentences that lead to it and without the subject, which may be
 * about one of them; none for a mail with one question.
 */
export function questionsIn(text: string): string[] {
	const { sentences } = informativePart(text);
	const questions = sentences
		.join("\n")
		.split(QUESTION_END)
		.filter((part) => /[?？]$/u.test(part))
		.map((part) => part.replace(LIST_MARKS, ""));
	return questions.length > 1 ? questions.slice(0, QUESTIONS_MAX) : [];
}
