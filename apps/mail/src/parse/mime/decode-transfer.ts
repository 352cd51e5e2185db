import { decode as decodeQuotedPrintable } from "libqp";

const NOT_BASE64 = /[^A-Za-z0-9+/=\s]/;
const BASE64_LINE = /^[A-Za-z0-9+/]{60}/m;
const EMPTY_LINE = /\r?\n[ \t]*(?=\r?\n)/g;

/**
 * Bytes without their transfer encoding. What an encoding does not allow is skipped, except below a text: mailing lists and
 * virus scanners write their lines there whatever its encoding is. An unknown encoding changes nothing.
 */
export function decodeTransfer(
	bytes: Buffer,
	encoding: string,
	contentType: string,
): Buffer {
	switch (encoding) {
		case "base64":
			return contentType.startsWith("text/")
				? decodeBase64Text(bytes.toString("latin1"))
				: decodeBase64(bytes.toString("latin1"));
		case "quoted-printable":
			return decodeQuotedPrintable(bytes.toString("latin1"));
		default:
			return bytes;
	}
}

function decodeBase64Text(text: string): Buffer {
	const end = endOfBase64(text);
	const decoded = decodeBase64(text.slice(0, end));
	return end === text.length
		? decoded
		: Buffer.concat([decoded, Buffer.from(`\n${text.slice(end)}`, "latin1")]);
}

/** Where lines begin that are no base64: with the first of them, or after the empty line above it. */
function endOfBase64(text: string): number {
	const found = text.search(NOT_BASE64);
	if (found < 0 || BASE64_LINE.test(text.slice(found))) return text.length;
	const above = text.slice(0, text.lastIndexOf("\n", found) + 1);
	return [...above.matchAll(EMPTY_LINE)].at(-1)?.index ?? above.length;
}

/** Some programs encode in pieces, each with its own padding. */
function decodeBase64(text: string): Buffer {
	const pieces = text.split("=").filter((piece) => piece.trim() !== "");
	return Buffer.concat(pieces.map((piece) => Buffer.from(piece, "base64")));
}
