import { analyse } from "./analyse.ts";

const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{N}.\-_/'’:]|,(?=\d{3}))*%?/gu;
/** Numbers with these words before or after them count something; they name nothing. */
const COUNTING_BEFORE = new Set(
	"about after all and are around at before by costs every for have i in is last least most my next of on only or order orders over paid since some than these those ticket number invoice no nr until under was were we with within january february march april may june july august september october november december".split(
		" ",
	),
);
const COUNTED =
	/^(?:st|nd|rd|th|x|k|m|%|days?|weeks?|months?|years?|hours?|minutes?|mins?|seconds?|secs?|times?|euros?|eur|dollars?|usd|pounds?|gbp|kroner|cents?|gb|mb|kb|tb|km|cm|mm|kg|g|ml|l|am|pm|people|persons?|users?|of|or|and|to|items?|pieces?|orders?|bags?|machines?|devices?|working|calendar|business|characters?|digits?|euros)$/i;
const WITH_UNIT =
	/^\d+(?:[.,]\d+)?(?:st|nd|rd|th|x|k|m|h|s|gb|mb|kb|tb|km|cm|mm|kg|g|ml|l|am|pm|min|hz|ghz|mhz|v|w|eur|usd|%|inch|ft|lbs?|oz|rs|rupees?)$/i;
/** "4 pillows", "300 lines". */
const PLURAL = /^\p{Ll}{2,}[^s\P{Ll}]s$/u;
/** "75 x 200 cm". */
const SIZE = /(?<!\d)\d+\s*[x×*]\s*\d+\p{L}*/giu;
const PUNCTUATION_AT_END = /(?<!['’.:\-/])['’.:\-/]+$/;
const CODE_DIGITS_MAX = 4;
/** Other languages write every noun, or none, in capitals. */
const ENGLISH =
	/\b(?:the|how|do|does|is|my|what|can|for|which|why|where|when|with|i|of|to|and)\b/i;
/** Of headings, and of people who always write so, capitals say nothing. */
const CAPITALS_MAX = 0.7;

/** The terms of a question that name one thing and no other: products, places, versions, error codes. */
export function namedTerms(text: string): string[] {
	const sentences = text
		.replace(SIZE, "")
		.replace(/(?<=\d) %/g, "%")
		.split(/\n|(?<=[.!?])\s+/)
		.map((sentence) => sentence.match(TOKEN) ?? []);
	// The first word of a sentence has a capital in any case, as has "I".
	const words = sentences
		.flatMap((sentence) => sentence.slice(1))
		.filter((word) => /^\p{L}/u.test(word) && !/^I(?:$|['’])/.test(word));
	const capitals = words.filter((word) => /^\p{Lu}/u.test(word));
	const hasNames =
		ENGLISH.test(text) && capitals.length <= CAPITALS_MAX * words.length;
	const named = sentences.flatMap((sentence) =>
		sentence.filter((word, i) =>
			/\d/.test(word)
				? namesByNumber(sentence, i)
				: hasNames && i > 0 && isName(word),
		),
	);
	return [...new Set(named.flatMap(lastTermOf))];
}

function isName(word: string): boolean {
	return (
		/^\p{Ll}?\p{Lu}/u.test(word) && word.length > 1 && !/^I['’]/.test(word)
	);
}

/**
 * A code as a whole is the last of its terms: `C-302` has the terms `302` and `c302`. Of words that a hyphen joins, like
 * `Wi-Fi`, no part names the whole.
 */
function lastTermOf(word: string): string[] {
	const terms = analyse(word.replace(PUNCTUATION_AT_END, ""));
	return /[\d_]/.test(word) || terms.length === 1 ? terms.slice(-1) : [];
}

function namesByNumber(sentence: readonly string[], i: number): boolean {
	const word = sentence[i]!.replace(PUNCTUATION_AT_END, "");
	if (WITH_UNIT.test(word)) return false;
	if (/\p{L}/u.test(word)) return true;
	if (/^\d+\.\d+\.\d|^\d+\.0$/.test(word)) return true;
	if (/^\d{1,3}(?:,\d{3})+$/.test(word)) return false;
	const digits = word.replace(/\D/g, "").length;
	const after = sentence[i + 1];
	if (digits > CODE_DIGITS_MAX || (after && COUNTED.test(after))) return false;
	if (/^\d+$/.test(word) && after && PLURAL.test(after)) return false;
	const before = sentence[i - 1];
	return before === undefined || !COUNTING_BEFORE.has(before.toLowerCase());
}
