import libmime from "libmime";
import { decodeText } from "../charset/decode-text.ts";

const FOLD = /\r?\n(?=[ \t])/g;
// What would start another header, or another line where a header is shown.
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]+/gu;

/** A header's bytes as written, on one line; encoded words stay. */
export function unfold(value: Buffer): string {
	return onOneLine(decodeText(value, null).replace(FOLD, ""));
}

/** The words of an unstructured header or a phrase, decoded. What they decode to cannot start a new line. */
export function decodeWords(text: string): string {
	return onOneLine(libmime.decodeWords(text));
}

function onOneLine(text: string): string {
	return text.replace(CONTROL_CHARACTERS, " ").trim();
}
