import type { Sentence } from "./draft.ts";

/** The fixed sentences of a draft. Everything else in it comes from an article. */
export const GREETING_WITHOUT_NAME = "Hello,";
export const OPENING = "Thank you for your message. This should help:";
export const SIGNATURE = "Kind regards";

/** A name is letters, and dots only as in “J. Smith”: a greeting cannot contain an address or a message. */
const NAME = /^[\p{L}\p{M}'’-]+\.?(?: [\p{L}\p{M}'’-]+\.?){0,4}$/u;
const NAME_LENGTH_MAX = 60;

/** The first line of a draft. */
export function greeting(contactName: string): string {
	const name = contactName.trim().replace(/\s+/g, " ");
	if (name.length > NAME_LENGTH_MAX || !NAME.test(name))
		return GREETING_WITHOUT_NAME;
	return `Hello ${name},`;
}

/** The line that names where the answer comes from. */
export function sourceLine(titles: readonly string[]): string {
	return `Source: ${titles.join("; ")}`;
}

/** The sentences of an answer in its frame. */
export function frameSentences(
	contactName: string,
	answer: readonly Sentence[],
	titles: readonly string[],
): Sentence[] {
	const framed = (text: string): Sentence => ({
		text,
		sources: [],
		isFrame: true,
	});
	return [
		framed(greeting(contactName)),
		framed(OPENING),
		...answer,
		framed(sourceLine(titles)),
		framed(SIGNATURE),
	];
}

/** Puts the answer into its frame. */
export function frame(
	contactName: string,
	answer: string,
	titles: readonly string[],
): string {
	return [
		greeting(contactName),
		OPENING,
		answer,
		sourceLine(titles),
		SIGNATURE,
	].join("\n\n");
}
