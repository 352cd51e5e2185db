import { decodeText } from "../charset/decode-text.ts";

const FOLD = /\r?\n(?=[ \t])/g;
// What would start another header, or another line where a header is shown.
const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]+/gu;
// RFC 2047, with a language perhaps (RFC 2231). Question marks and spaces that should have been encoded are read as they are.
const WORD =
	/=\?([^?\s*]{1,60})(?:\*[^?\s]{0,60})?\?([bq])\?((?:[^?=]|=(?!\?[^=])|\?(?!=)){0,4000})\?=/gi;

interface Word {
	readonly charset: string;
	readonly bytes: Buffer;
}

/** A header's bytes as written, on one line; encoded words stay. */
export function unfold(value: Buffer): string {
	return onOneLine(decodeText(value, null).replace(FOLD, ""));
}

/** The words of an unstructured header or a phrase, decoded. What they decode to cannot start a new line. */
export function decodeWords(text: string): string {
	const decoded: string[] = [];
	let words: Word[] = [];
	let end = 0;
	for (const match of text.matchAll(WORD)) {
		const [word, charset, encoding, content] = match;
		const between = text.slice(end, match.index);
		// Space between two words separates them, and is not part of the text.
		if (words.length === 0 || between.trim() !== "") {
			decoded.push(joinWords(words), between);
			words = [];
		}
		const bytes = decodeWord(encoding!, content!);
		words.push({ charset: charset!.toLowerCase(), bytes });
		end = match.index + word.length;
	}
	decoded.push(joinWords(words), text.slice(end));
	return onOneLine(decoded.join(""));
}

/** Some programs divide a character between two words. */
function joinWords(words: readonly Word[]): string {
	const runs: { readonly charset: string; readonly bytes: Buffer[] }[] = [];
	for (const { charset, bytes } of words) {
		const last = runs.at(-1);
		if (last?.charset === charset) last.bytes.push(bytes);
		else runs.push({ charset, bytes: [bytes] });
	}
	return runs
		.map(({ charset, bytes }) => decodeText(Buffer.concat(bytes), charset))
		.join("");
}

function decodeWord(encoding: string, content: string): Buffer {
	if (encoding.toLowerCase() === "b") return Buffer.from(content, "base64");
	const characters = Buffer.from(content)
		.toString("latin1")
		.replaceAll("_", " ")
		.replace(/=([0-9a-f]{2})/gi, (_, hex) =>
			String.fromCharCode(Number.parseInt(hex, 16)),
		);
	return Buffer.from(characters, "latin1");
}

function onOneLine(text: string): string {
	return text.replace(CONTROL_CHARACTERS, " ").trim();
}
