import { languageOf } from "@supportdesk/text/language-of.ts";
import type { Unit } from "./article-units.ts";

/** Of an article that is read to tell its language. */
const CHARACTERS_READ = 2_000;
/** Of a message: its signature may be in another language. */
const QUESTION_READ = 600;

/**
 * Whether an article can be quoted to a customer: not if it is written in another language than the question. Where one of
 * the two languages cannot be told, it can.
 */
export function isAnswerable(
	question: string,
	title: string,
	body: string,
): boolean {
	const asked = languageOf(question.slice(0, QUESTION_READ));
	if (asked === undefined) return true;
	const written = languageOf(`${title}.\n${body.slice(0, CHARACTERS_READ)}`);
	return written === undefined || written === asked;
}

/** The language of a draft: that of what it quotes, or of the question where that is too short to tell. */
export function languageOfAnswer(
	question: string,
	title: string,
	units: readonly Unit[],
): string | undefined {
	const quoted = units.map(({ text }) => text).join("\n");
	return (
		languageOf(`${title}.\n${quoted}`.slice(0, CHARACTERS_READ)) ??
		languageOf(question.slice(0, QUESTION_READ))
	);
}
