import type { Sentence } from "./draft.ts";
import { type FramePhrases, phrasesOf } from "./frame-phrases.ts";
import { gapAfter } from "./lay-out.ts";

/** A name is letters, and dots only as in “J. Smith”: a greeting cannot contain an address or a message. */
const NAME = /^[\p{L}\p{M}'’-]+\.?(?: [\p{L}\p{M}'’-]+\.?){0,4}$/u;
const NAME_LENGTH_MAX = 60;

/** What the fixed sentences of a draft depend on. Everything else in it comes from an article. */
export interface FrameFacts {
	readonly contactName: string;
	/** Of the answer; undefined where it cannot be told. */
	readonly language: string | undefined;
	/** Of the articles that are quoted. */
	readonly titles: readonly string[];
}

/** The first line of a draft. */
export function greeting(phrases: FramePhrases, contactName: string): string {
	const name = contactName.trim().replace(/\s+/g, " ");
	if (name.length > NAME_LENGTH_MAX || !NAME.test(name))
		return phrases.greetingWithoutName;
	return phrases.greeting(name);
}

/** The sentences of an answer in its frame. */
export function frameSentences(
	facts: FrameFacts,
	answer: readonly Sentence[],
): Sentence[] {
	const { begin, end } = frameLines(facts);
	const framed = (text: string): Sentence => ({
		text,
		sources: [],
		isFrame: true,
	});
	return [...begin.map(framed), ...answer, ...end.map(framed)];
}

/** Puts the answer into its frame. */
export function frame(facts: FrameFacts, answer: string): string {
	const { begin, end } = frameLines(facts);
	return [...begin, answer, ...end].join("\n\n");
}

function frameLines({ contactName, language, titles }: FrameFacts) {
	const phrases = phrasesOf(language);
	return {
		begin: [greeting(phrases, contactName), phrases.opening],
		end: [
			`${phrases.source}${gapAfter(phrases.source)}${titles.join("; ")}`,
			phrases.closing,
		],
	};
}
