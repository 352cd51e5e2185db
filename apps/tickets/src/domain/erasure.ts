/** What stands in place of erased words and names. */
export const ERASED = "erased";

const LENGTH_MIN = 2; // a name of one letter is in every text

// Scripts that put no spaces between words: a name may stand within a run of letters.
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * A regular expression of PostgreSQL that matches names and addresses as whole words; undefined where there is nothing
 * to look for.
 */
export function patternOf(words: readonly string[]): string | undefined {
	const patterns = [...new Set(words.map((word) => word.trim()))]
		.filter((word) => word.length >= LENGTH_MIN && word !== ERASED)
		// An address contains the name that was made of it.
		.sort((a, b) => b.length - a.length)
		.map(wholeWord);
	return patterns.length === 0 ? undefined : `(?:${patterns.join("|")})`;
}

function wholeWord(word: string): string {
	const isSpaced = (char: string) => LETTER.test(char) && !UNSPACED.test(char);
	const begin = isSpaced([...word][0]!) ? "\\m" : "";
	const end = isSpaced([...word].at(-1)!) ? "\\M" : "";
	return `${begin}${escaped(word)}${end}`;
}

/** A regular expression of PostgreSQL that matches this text only. */
export function escaped(text: string): string {
	return text.replaceAll(/[^\p{L}\p{N}\s]/gu, "\\$&");
}
