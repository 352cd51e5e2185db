import {
	CUES,
	type Cue,
	LANGUAGES,
	type Lexicon,
	lexiconOf,
} from "./lexicon.ts";

/** What the sentences of a text report, in their order. */
export interface Cues {
	readonly sentences: readonly ReadonlySet<Cue>[];
	/** Exclamation marks in a row, or words in capitals. */
	readonly isShouted: boolean;
}

/** Characters that are read: the first lines say what happens, and the time must have a bound. */
const CHARACTERS_MAX = 1_500;
/** Characters before a phrase in which a negation is looked for. */
const NEGATED_WITHIN = 24;
const SENTENCE_END = /[.!?;:…]+(?=\s|$)|[。！？；]+|\n+/gu;
const SHOUT = /[!?]{2,}|！{2,}/u;
/** This many capital letters, and more of them than others, are a text in capitals. */
const CAPITALS_MIN = 12;

/** Finds the cues of a text by the phrases of its language. */
export function readCues(text: string, lexicon: Lexicon): Cues {
	const read = text.slice(0, CHARACTERS_MAX);
	const isShouted = SHOUT.test(read) || isInCapitals(read);
	const lower = read.toLowerCase().replaceAll(/[’‘`´]/g, "'");
	const plain = lower.replaceAll(lexicon.harmless, (found) =>
		" ".repeat(found.length),
	);
	const ends = [...plain.matchAll(SENTENCE_END)].map(
		({ index, 0: end }) => index + end.length,
	);
	const sentences = [...ends, plain.length].map(() => new Set<Cue>());
	for (const cue of CUES) {
		if (cue === "harmless" || cue === "negation") continue;
		for (const { index } of plain.matchAll(lexicon[cue])) {
			if (cue === "emergency" && isNegated(plain, index, lexicon)) continue;
			const at = ends.findIndex((end) => index < end);
			sentences.at(at)!.add(cue);
		}
	}
	return { sentences: sentences.filter(({ size }) => size > 0), isShouted };
}

/** Reads a text in every language, so that no request waits until regular expressions are compiled. */
export function warmCues(): void {
	for (const language of LANGUAGES)
		for (const text of ["", "a b c. d", "が 。"])
			readCues(text, lexiconOf(language)!);
}

function isNegated(text: string, at: number, { negation }: Lexicon): boolean {
	const before = text.slice(Math.max(0, at - NEGATED_WITHIN), at);
	for (const { index, 0: found } of before.matchAll(negation)) {
		// One word may stand between: "no real danger".
		const between = before.slice(index + found.length).trim();
		if (!/[\s.,;:!?]/u.test(between)) return true;
	}
	return false;
}

function isInCapitals(text: string): boolean {
	let capitals = 0;
	let others = 0;
	for (const letter of text)
		if (letter !== letter.toLowerCase()) capitals++;
		else if (letter !== letter.toUpperCase()) others++;
	return capitals >= CAPITALS_MIN && capitals > others;
}
