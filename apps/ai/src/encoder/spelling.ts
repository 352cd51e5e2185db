const LETTERS = 26;
/** The letters, and one sign for both edges of a word. */
const SIGNS = LETTERS + 1;
const EDGE = LETTERS;
/** Counted on top for each run of three, so that one never met is rare and not impossible. */
const PRIOR = 0.5;
/**
 * Mean log likelihood of a letter after the two before it. Of words in support tickets that BERT's vocabulary does not
 * hold, three in four reach it ("whey", "rescind"); of random keystrokes, one to three in a hundred.
 */
const LIKELY_MIN = -3;
const NOT_A_LETTER = /[^a-z]/;

/**
 * Distinguishes words from random keystrokes: by how often each letter follows the two before it in
 * words that are known (a letter trigram model).
 * @param words lower-case words; those with anything but the letters a to z are passed over
 * @returns whether a lower-case word is spelled like them; of other letters than a to z, none is
 */
export function createSpelling(
	words: Iterable<string>,
): (word: string) => boolean {
	const triples = new Uint32Array(SIGNS ** 3);
	const pairs = new Uint32Array(SIGNS ** 2);
	for (const word of words) {
		if (word.length < 2 || NOT_A_LETTER.test(word)) continue;
		forEachTriple(word, (triple, pair) => {
			triples[triple]!++;
			pairs[pair]!++;
		});
	}
	return (word) => {
		if (word === "" || NOT_A_LETTER.test(word)) return false;
		let sum = 0;
		forEachTriple(word, (triple, pair) => {
			const seen = triples[triple]! + PRIOR;
			sum += Math.log(seen / (pairs[pair]! + PRIOR * SIGNS));
		});
		return sum / (word.length + 1) >= LIKELY_MIN;
	};
}

/** Two edges precede a word and one follows it: a triple for each letter, and one for the end. */
function forEachTriple(
	word: string,
	visit: (triple: number, pair: number) => void,
): void {
	let pair = EDGE * SIGNS + EDGE;
	for (let i = 0; i <= word.length; i++) {
		const sign = i < word.length ? word.charCodeAt(i) - 97 : EDGE;
		visit(pair * SIGNS + sign, pair);
		pair = (pair % SIGNS) * SIGNS + sign;
	}
}
