import { isCommonWord } from "@supportdesk/text/common-words.ts";
import { stem } from "@supportdesk/text/stem.ts";
import { analyse, isCode } from "./analyse.ts";
import { isWithinEdits } from "./edit-distance.ts";

const WORD = /(?<![\p{L}\p{N}.\-_/@])\p{L}{4,}(?![\p{L}\p{N}\-_/@])/gu;
/** Endings that {@link stem} removes, the likeliest first. */
const ENDINGS = "|e|s|es|ed|ing|ion|ation|ication|ment|ate|ly|y|ies".split("|");
const EDITS_MAX = 2;
/** Shorter words have too many neighbours. */
const SWAPPED_LENGTH_MIN = 5;
const STEMMED_FROM_END = 5;
const ENDINGS_OF_SWAPPED = ["", "e", "s", "at", "ate", "y"];

/**
 * A text with its typing errors corrected: a misspelled word has other pieces for the encoder, which then reads another
 * text. Common words stay: no article may have "bought", but nobody means "brought" by it.
 * @param spellingOf the term that an unknown term was meant as; undefined for a known one
 */
export function respell(
	text: string,
	spellingOf: (term: string) => string | undefined,
): string {
	return text.replace(WORD, (word) => {
		if (isCommonWord(word.toLowerCase())) return word;
		const [term, ...others] = analyse(word);
		if (!term || others.length > 0 || isCode(term)) return word;
		const spelling = spellingOf(term);
		return spelling === undefined ? word : (wordOf(spelling, word) ?? word);
	});
}

/** The word with this stem that is nearest to the typed one. */
function wordOf(spelling: string, typed: string): string | undefined {
	const lower = typed.toLowerCase();
	const roots = [
		spelling,
		spelling.replace(/i$/, "y"),
		spelling + spelling.slice(-1),
	];
	const words = roots
		.flatMap((root) => ENDINGS.map((ending) => root + ending))
		.filter((word) => stem(word) === spelling);
	for (let edits = 0; edits <= EDITS_MAX; edits++) {
		const near = words.find((word) => isWithinEdits(word, lower, edits));
		if (near) return near;
	}
	return words[0];
}

/**
 * The stems that a term may stand for if two neighbouring letters of its word were swapped: of `contrcat` the stem is
 * `contrc`, which no longer resembles `contract`.
 */
export function stemsBeforeSwap(term: string): Set<string> {
	const stems = new Set<string>();
	for (const ending of ENDINGS_OF_SWAPPED) {
		const word = term + ending;
		if (word.length < SWAPPED_LENGTH_MIN || stem(word) !== term) continue;
		// Letters before these are swapped in the stem as well.
		const begin = term.length - (ending === "" ? STEMMED_FROM_END : 2);
		for (let i = Math.max(1, begin); i < word.length - 1; i++)
			stems.add(
				stem(word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)),
			);
	}
	stems.delete(term);
	return stems;
}
