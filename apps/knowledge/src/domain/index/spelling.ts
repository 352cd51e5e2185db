import { isCode } from "../text/analyse.ts";
import { editsForgiven, isWithinEdits } from "../text/edit-distance.ts";

/** A forgiven spelling counts for less than the word itself. */
export const FORGIVEN_WEIGHT = 0.7;
/** More neighbours than these say that the word was no slip. */
const SPELLINGS_MAX = 5;

/**
 * The words of a vocabulary that a question's unknown word may have been meant as. The first letter must be right:
 * slips at the first key are rare, and false neighbours there are many.
 */
export function forgivenSpellings(
	term: string,
	vocabulary: Iterable<string>,
): string[] {
	const limit = isCode(term) ? 0 : editsForgiven(term.length);
	if (limit === 0) return [];
	const nearest: string[] = [];
	const further: string[] = [];
	for (const word of vocabulary) {
		if (word.charCodeAt(0) !== term.charCodeAt(0)) continue;
		if (Math.abs(word.length - term.length) > limit || isCode(word)) continue;
		if (!isWithinEdits(term, word, limit)) continue;
		(isWithinEdits(term, word, 1) ? nearest : further).push(word);
	}
	return (nearest.length > 0 ? nearest : further).slice(0, SPELLINGS_MAX);
}
