const VOWEL = /[aeiouy]/;

/** Shortest word that is stemmed: below it an ending is usually part of the word (`bus`, `red`, `bed`). */
const STEM_LENGTH_MIN = 4;

// Longest first: only the first matching ending is removed.
const DERIVED: readonly (readonly [
	ending: string,
	left: string,
	stemLengthMin: number,
])[] = [
	["ication", "i", 3],
	["ization", "iz", 3],
	["isation", "iz", 3],
	["ation", "", 4],
	["ment", "", 3],
	["ness", "", 3],
	["tion", "t", 4],
	["ate", "", 5],
	["at", "", 5],
	["ise", "iz", 3],
	["ly", "", 3],
];

function withoutPlural(word: string): string {
	if (word.endsWith("sses")) return word.slice(0, -2);
	if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
	if (/(?:x|ch|sh)es$/.test(word)) return word.slice(0, -2);
	return /[^suia]s$|[^aeiou]as$/.test(word) ? word.slice(0, -1) : word;
}

function withoutInflection(word: string): string {
	for (const ending of ["ing", "ed"]) {
		const stem = word.slice(0, -ending.length);
		if (word.endsWith(ending) && stem.length >= 3 && VOWEL.test(stem))
			return stem;
	}
	return word;
}

function withoutDerivation(word: string): string {
	for (const [ending, left, stemLengthMin] of DERIVED) {
		const stem = word.slice(0, -ending.length);
		if (word.endsWith(ending) && stem.length >= stemLengthMin)
			return stem + left;
	}
	return word;
}

/** Unifies spellings that differ only where stem and ending meet: `cancell`, `cancel`; `pay`, `pai`; `use`, `us`. */
function withEvenEnd(word: string): string {
	let end = word;
	if (end.length > 3 && end.endsWith("e")) end = end.slice(0, -1);
	if (end.length > 2 && end.at(-1) === end.at(-2) && !VOWEL.test(end.at(-1)!))
		end = end.slice(0, -1);
	return end.endsWith("y") ? `${end.slice(0, -1)}i` : end;
}

/**
 * The light stem of a lower-case English word: plurals, `-ing`, `-ed` and the commonest derivations. The stem need not
 * be a word; it only has to be the same for all forms of one word. Words with other characters are returned unchanged.
 */
export function stem(word: string): string {
	if (!/^[a-z]+$/.test(word)) return word;
	if (word.length < STEM_LENGTH_MIN) return word.replace(/y$/, "i");
	return withEvenEnd(withoutDerivation(withoutInflection(withoutPlural(word))));
}
