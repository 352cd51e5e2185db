import { analyse } from "chardet";
import { decodeAs } from "./decode-as.ts";

const SAMPLE_BYTES = 64 * 1024;
const WESTERN = "windows-1252";
// In the languages written with Latin letters at most a quarter of the letters has an accent.
const LATIN_HIGH_BYTES_SHARE_MAX = 0.4;
// Fewer are signs, of a currency perhaps.
const OTHER_HIGH_BYTES_MIN = 4;
const LATIN = /^(?:windows-125[0247]|iso-8859-(?:1|2|3|4|9|10|13|14|15|16))$/;
const LATIN_CONFIDENCE_MIN = 40; // of 100, as the detector counts
const DOUBLE_BYTE = ["shift_jis", "euc-jp", "gb18030", "euc-kr", "big5"];
// The code pages of Cyrillic letters have them, and no text does.
const LINES_AND_BLOCKS = /[\u2500-\u259f]/g;
const LINES_SHARE_MAX = 0.1;
// A text of which more than this is broken is in another charset.
const BROKEN_SHARE_MAX = 0.2;

/**
 * The charset of bytes that are no valid UTF-8.
 *
 * @param label the declared charset, null when it is none or unknown
 */
export function detectCharset(bytes: Buffer, label: string | null): string {
	const sample = bytes.subarray(0, SAMPLE_BYTES);
	if (label === "utf-8" && isMostlyUtf8(sample)) return label;
	const latin = isLatin(sample);
	if (label === null || label === "utf-8") {
		return latin ? guessLatin(sample) : guessOther(sample, WESTERN);
	}
	if (LATIN.test(label)) return latin ? label : guessOther(sample, label);
	if (DOUBLE_BYTE.includes(label) || label === "gbk") {
		if (label === "shift_jis" && isEucJp(sample)) return "euc-jp";
		if (isValid(sample, label)) return label;
		return latin ? guessLatin(sample) : guessOther(sample, label);
	}
	return label;
}

/** A text with a few broken characters, cut off in the middle of one perhaps. */
function isMostlyUtf8(sample: Buffer): boolean {
	const text = new TextDecoder().decode(sample);
	const broken = text.split("\ufffd").length - 1;
	let other = 0;
	for (const character of text) if (character > "\x7f") other += 1;
	return broken <= (other - broken) * BROKEN_SHARE_MAX;
}

function isLatin(sample: Buffer): boolean {
	let high = 0;
	let letters = 0;
	for (const byte of sample) {
		const lower = byte | 0x20;
		if (byte >= 0x80) high += 1;
		else if (lower >= 0x61 && lower <= 0x7a) letters += 1;
	}
	const share = high / (high + letters);
	return high < OTHER_HIGH_BYTES_MIN || share <= LATIN_HIGH_BYTES_SHARE_MAX;
}

function guessLatin(sample: Buffer): string {
	const [best] = analyse(sample).filter(({ name }) =>
		LATIN.test(name.toLowerCase()),
	);
	return best && best.confidence >= LATIN_CONFIDENCE_MIN
		? best.name.toLowerCase()
		: WESTERN;
}

function guessOther(sample: Buffer, otherwise: string): string {
	for (const { name } of analyse(sample)) {
		const label = name.toLowerCase();
		if (LATIN.test(label) || label.startsWith("utf-")) continue;
		try {
			const text = decodeSample(sample, label);
			if (!text.includes("\ufffd") && !isDrawn(text)) return label;
		} catch {
			// A charset that only the detector knows.
		}
	}
	return otherwise;
}

/** EUC-JP is valid Shift_JIS too, but of the narrow letters that nobody writes sentences with. */
function isEucJp(sample: Buffer): boolean {
	const text = new TextDecoder("shift_jis").decode(sample, { stream: true });
	const narrow = text.match(/[\uff61-\uff9f]/g)?.length ?? 0;
	return narrow > text.length / 2 && isValid(sample, "euc-jp");
}

function isDrawn(text: string): boolean {
	const lines = text.match(LINES_AND_BLOCKS)?.length ?? 0;
	return lines > text.length * LINES_SHARE_MAX;
}

function isValid(sample: Buffer, label: string): boolean {
	return !decodeSample(sample, label).includes("\ufffd");
}

/** The sample may end in the middle of a character, which is left out. */
function decodeSample(sample: Buffer, label: string): string {
	return decodeAs(sample, label).replace(/\ufffd$/, "");
}
