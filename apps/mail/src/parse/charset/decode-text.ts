import { isAscii, isUtf8 } from "node:buffer";
import { decodeAs, isSevenBit, otherCharset } from "./decode-as.ts";
import { detectCharset } from "./detect-charset.ts";

// Its escape sequences, less the escape character.
const ISO_2022_JP = ["$@", "$B", "(I", "(J"].map((it) => `\u001b${it}`);
const UTF_8 = "utf-8";
// Short texts in a double-byte charset can be valid UTF-8 by chance.
const CERTAIN_UTF_8_BYTES = 9;
const BYTE_ORDER_MARKS: readonly [string, number[]][] = [
	[UTF_8, [0xef, 0xbb, 0xbf]],
	["utf-16le", [0xff, 0xfe]],
	["utf-16be", [0xfe, 0xff]],
];
// Labels in use that the Encoding standard does not have.
const ALIASES: Readonly<Record<string, string>> = {
	cp932: "shift_jis",
	cp936: "gbk",
	cp949: "euc-kr",
	cp950: "big5",
	"x-gb18030": "gb18030",
	"iso-8859-8-i": "iso-8859-8",
	utf8mb4: UTF_8,
	"utf-8-mac": UTF_8,
	unknown: "",
	"unknown-8bit": "",
	"x-unknown": "",
	"8bit": "",
	"7bit": "",
	default: "",
};

/**
 * Bytes as text, in the charset that they are in rather than the one that is declared where these differ. Never throws:
 * what is in no charset becomes U+FFFD.
 */
export function decodeText(bytes: Buffer, declared: string | null): string {
	return decodeAs(bytes, charsetOf(bytes, declared));
}

export function charsetOf(bytes: Buffer, declared: string | null): string {
	const mark = BYTE_ORDER_MARKS.find(([, mark]) =>
		mark.every((byte, i) => bytes[i] === byte),
	);
	if (mark) return mark[0];
	const label = knownLabel(declared);
	if (label?.startsWith("utf-16")) return label;
	if (isAscii(bytes)) {
		if (label && isSevenBit(label)) return label;
		const japanese = ISO_2022_JP.some((it) => bytes.includes(it));
		return japanese ? "iso-2022-jp" : UTF_8;
	}
	if (isUtf8(bytes)) {
		const certain = countHighBytes(bytes) >= CERTAIN_UTF_8_BYTES;
		return label === null || certain || !isDoubleByte(label) ? UTF_8 : label;
	}
	return detectCharset(bytes, label);
}

function knownLabel(declared: string | null): string | null {
	const label = declared?.trim().toLowerCase().replace(/^"|"$/g, "") ?? "";
	try {
		return new TextDecoder(ALIASES[label] ?? label).encoding;
	} catch {
		return otherCharset(label) ?? null;
	}
}

function isDoubleByte(label: string): boolean {
	return /^(?:shift_jis|euc-|gb|big5)/.test(label);
}

function countHighBytes(bytes: Buffer): number {
	let count = 0;
	for (const byte of bytes) if (byte >= 0x80) count += 1;
	return count;
}
