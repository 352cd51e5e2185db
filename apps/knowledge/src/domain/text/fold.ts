import { boundMarks } from "@supportdesk/text/bound-marks.ts";

// No script expands further; only signs for whole phrases do, and they are rare in texts.
const GROWTH_MAX = 4;
const GROWN_CHARACTERS = 1_000;
/**
 * Accents and vowel points, which people leave out. Not the two marks of kana, nor those of India and South-East Asia:
 * with them a letter is another one.
 */
const ACCENTS =
	/[[[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]--[\u3099\u309a]]&&\p{Mn}]/gv;

/** Letters that Unicode does not take apart, and that people without them on the keyboard write so. */
const LETTERS: ReadonlyMap<string, string> = new Map([
	["ł", "l"],
	["ø", "o"],
	["đ", "d"],
	["æ", "ae"],
	["œ", "oe"],
]);

/**
 * Text as it is compared: compatibility forms and accents gone, lower case. One sign can stand for four words (U+FDFA):
 * the result is cut at four times the text's length.
 */
export function fold(text: string): string {
	return (
		boundMarks(text)
			.normalize("NFKD")
			.slice(0, GROWTH_MAX * text.length + GROWN_CHARACTERS)
			.replace(ACCENTS, "")
			.normalize("NFC")
			// `ß` is `SS` in capitals.
			.toUpperCase()
			.toLowerCase()
			.replace(/[łøđæœ]/g, (letter) => LETTERS.get(letter)!)
	);
}
