// Error codes and product numbers are displayed in one spelling and typed in another one: E12, E-12, E.12, E 12; LM413, LM 413.

const BEFORE = "(?<![\\p{L}\\p{N}'’._\\-])";
const NUMBER = "\\d{1,5}";
const AFTER = "(?![\\p{L}\\p{N}]|[.,:_\\-][\\p{L}\\p{N}])";
/** "I 14 times", "a 200": words. */
const LETTER = "[b-hj-zB-HJ-Z]";

const LETTER_CODE = new RegExp(
	`${BEFORE}(${LETTER}) (${NUMBER})${AFTER}`,
	"gu",
);
const SPACED = new RegExp(
	`${BEFORE}(${LETTER}|\\p{Lu}{2,4}) (${NUMBER})${AFTER}`,
	"gu",
);
/** Not `S3`: models are not called by their digit. */
const GLUED = new RegExp(
	`${BEFORE}(${LETTER}(?=\\d\\d)|\\p{Lu}{2,4})(${NUMBER})${AFTER}`,
	"gu",
);
const NAME = /(?<![\p{L}_])ERR(?:OR)?(?:[ -]\p{Lu}{2,})+(?![\p{L}_])/gu;

/** A question's `E 12` as `E12`: the letter alone would be no term. */
export function joinCodes(question: string): string {
	return joinNames(question.replace(LETTER_CODE, "$1$2"));
}

/** An article's codes with a hyphen, so that it has the terms of each spelling, the whole and its parts: `LM 413`, `LM413` as `LM-413`. */
export function separateCodes(text: string): string {
	return joinNames(text.replace(SPACED, "$1-$2").replace(GLUED, "$1-$2"));
}

/** `ERR TOO MANY` and `ERR-TOO-MANY` as `ERR_TOO_MANY`. */
function joinNames(text: string): string {
	return text.replace(NAME, (name) => name.replace(/[ -]/g, "_"));
}
