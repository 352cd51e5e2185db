import { boundMarks } from "@supportdesk/text/bound-marks.ts";

// No script grows to more; only signs that stand for whole phrases do, and of those a text holds few.
const GROWTH_MAX = 4;
const GROWN_CHARACTERS = 1_000;
/**
 * Accents and vowel points, which people leave out. Not the two marks of kana, nor those of India and South-East Asia:
 * with them a letter is another one.
 */
const ACCENTS =
	/[[[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]--[\u3099\u309a]]&&\p{Mn}]/gv;

/**
 * Text as it is compared: compatibility forms and accents gone, lower case. One sign can stand for four words (U+FDFA):
 * what a text of nothing else would become is read up to four times its length.
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
	);
}
