/** One condition of a search: words that stand one behind the other. */
export interface SearchTerm {
	readonly words: string;
	/** Pairs of neighbouring characters, or the beginning of one: of a script without spaces. */
	readonly kind: "words" | "pairs" | "beginning";
	/** Whether tickets with it are left out. */
	readonly isExcluded: boolean;
}

const TERM = /(?<excluded>-?)(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;
// The same characters as in the database's function `spaced_pairs`.
const WITHOUT_SPACES =
	/[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+/gu;

/**
 * Reads what a person searches for: words, `"phrases"`, and `-` before what is not wanted. Without a word that is wanted
 * there is nothing to search for.
 */
export function readSearchQuery(q: string): readonly SearchTerm[] {
	const terms = [...q.normalize("NFKC").matchAll(TERM)].flatMap(({ groups }) =>
		termsOf(groups?.phrase ?? groups?.word ?? "", groups?.excluded === "-"),
	);
	return terms.some(({ isExcluded }) => !isExcluded) ? terms : [];
}

/** Scripts without spaces are found by pairs of neighbouring characters. */
function termsOf(words: string, isExcluded: boolean): SearchTerm[] {
	const runs = words.match(WITHOUT_SPACES) ?? [];
	const others = words.replace(WITHOUT_SPACES, " ");
	return [
		...(HAS_WORD.test(others)
			? [{ words: others, kind: "words" as const, isExcluded }]
			: []),
		...runs.map((run) => {
			const characters = [...run];
			const pairs = characters
				.slice(1)
				.map((character, i) => characters[i]! + character);
			return {
				words: pairs.join(" ") || run,
				kind: pairs.length === 0 ? ("beginning" as const) : ("pairs" as const),
				isExcluded,
			};
		}),
	];
}
