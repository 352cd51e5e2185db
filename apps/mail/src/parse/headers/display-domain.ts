import { domainToUnicode } from "node:url";

const SCRIPTS = [
	/\p{Script=Latin}/u,
	/\p{Script=Cyrillic}/u,
	/\p{Script=Greek}/u,
	/\p{Script=Armenian}/u,
	/\p{Script=Cherokee}/u,
	/\p{Script=Hebrew}/u,
	/\p{Script=Arabic}/u,
	/\p{Script=Devanagari}/u,
	/\p{Script=Thai}/u,
	/\p{Script=Hangul}/u,
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
];
// Letters of these that look like Latin ones. A label of nothing else imitates a Latin name.
const IMITATES_LATIN =
	/^[\d\-аеорсухіјѕԁԛԝһӏьѵɡαοτνικρυωϲցհոսօքყეღᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏒᏓᏔᏕᏙᏚᏟᏢᏦᏧᏩᏴ]+$/u;
const DOTTED_OR_MARKED = /[\p{M}\p{Cf}]/u;

/** A domain as a reader would see it; any label that can be mistaken for another stays in its ASCII form. */
export function displayDomain(ascii: string): string {
	return ascii.split(".").map(displayLabel).join(".");
}

function displayLabel(ascii: string): string {
	if (!ascii.startsWith("xn--")) return ascii;
	const label = domainToUnicode(ascii);
	const scripts = SCRIPTS.filter((script) => script.test(label)).length;
	const misleading =
		label === "" ||
		scripts !== 1 ||
		IMITATES_LATIN.test(label) ||
		DOTTED_OR_MARKED.test(label.normalize("NFC"));
	return misleading ? ascii : label;
}
