import { isCode } from "../text/analyse.ts";
import { editsForgiven, isWithinEdits } from "../text/edit-distance.ts";
import { stemsBeforeSwap } from "../text/respell.ts";

/** A forgiven spelling counts for less than the word itself. */
export const FORGIVEN_WEIGHT = 0.7;
/** A word with more neighbours than these is not a typing error. */
const SPELLINGS_MAX = 5;

/**
 * The words of a vocabulary by their first letter and length: a typing error in the first letter is rare, and words of other
 * lengths need not be compared.
 */
export class Vocabulary {
	readonly #words = new Map<string, Set<string>>();

	constructor(words: Iterable<string> = []) {
		for (const word of words) this.add(word);
	}

	add(word: string): void {
		if (isCode(word)) return;
		const key = keyOf(word, word.length);
		const alike = this.#words.get(key);
		if (alike) alike.add(word);
		else this.#words.set(key, new Set([word]));
	}

	delete(word: string): void {
		this.#words.get(keyOf(word, word.length))?.delete(word);
	}

	/** The words that a question's unknown word may have been meant as. */
	spellingsOf(term: string): string[] {
		const limit = isCode(term) ? 0 : editsForgiven(term.length);
		if (limit === 0) return [];
		const swapped: string[] = [];
		const nearest: string[] = [];
		const further: string[] = [];
		for (
			let length = term.length - limit;
			length <= term.length + limit;
			length++
		)
			for (const word of this.#words.get(keyOf(term, length)) ?? []) {
				if (!isWithinEdits(term, word, limit)) continue;
				if (!isWithinEdits(term, word, 1)) further.push(word);
				else (haveSameLetters(term, word) ? swapped : nearest).push(word);
			}
		const best =
			[swapped, nearest, further].find(({ length }) => length > 0) ?? [];
		return best.slice(0, SPELLINGS_MAX);
	}

	/** The same; without any, those of which a swap of two letters changes the stem. */
	likelySpellingsOf(term: string): string[] {
		const near = this.spellingsOf(term);
		return near.length > 0 || isCode(term)
			? near
			: [...stemsBeforeSwap(term)].filter((word) => this.#has(word));
	}

	#has(word: string): boolean {
		return this.#words.get(keyOf(word, word.length))?.has(word) ?? false;
	}
}

/** Two swapped letters are the likeliest error: by chance two words seldom have the same letters. */
const haveSameLetters = (a: string, b: string) =>
	a.length === b.length && [...a].sort().join() === [...b].sort().join();

const keyOf = (word: string, length: number) => `${word[0]}${length}`;
