import iconv from "iconv-lite";

// What Windows adds to these is in mails with their names, and not in Node's decoders of them.
const EXTENDED: Readonly<Record<string, string>> = {
	"euc-kr": "cp949",
	big5: "big5-hkscs",
};
// The code pages of MS-DOS that the Encoding standard does not have.
const CODE_PAGE = /^(?:cp|ibm|dos)[-_]?(437|737|775|85[0257-8]|86[0-5]|869)$/;
const SEVEN_BIT: Readonly<Record<string, string>> = {
	"utf-7": "utf-7",
	utf7: "utf-7",
	"unicode-1-1-utf-7": "utf-7",
	"iso-2022-kr": "iso-2022-kr",
	csiso2022kr: "iso-2022-kr",
	"hz-gb-2312": "hz-gb-2312",
	hz: "hz-gb-2312",
};

/** The charset with this label, in lower case, that the Encoding standard does not have; undefined if there is none. */
export function otherCharset(label: string): string | undefined {
	const [, page] = CODE_PAGE.exec(label) ?? [];
	if (page) return `cp${page}`;
	return Object.hasOwn(SEVEN_BIT, label) ? SEVEN_BIT[label] : undefined;
}

/** Whether texts in the charset are ASCII to those who do not know it. */
export function isSevenBit(charset: string): boolean {
	return Object.hasOwn(SEVEN_BIT, charset);
}

/**
 * Bytes in a charset as text; what is not in it becomes U+FFFD.
 *
 * @param charset one of `otherCharset`, or of the Encoding standard
 * @throws RangeError for another one
 */
export function decodeAs(bytes: Buffer, charset: string): string {
	if (charset === "iso-2022-kr")
		return decodeAs(readShiftedKorean(bytes), "euc-kr");
	if (charset === "hz-gb-2312")
		return decodeAs(readShiftedChinese(bytes), "gbk");
	const extended = EXTENDED[charset];
	if (extended || otherCharset(charset))
		return iconv.decode(bytes, extended ?? charset);
	return new TextDecoder(charset).decode(bytes);
}

/** ISO-2022-KR (RFC 1557) as EUC-KR: what is between two shifts, on one line, has the high bit there. */
function readShiftedKorean(bytes: Buffer): Buffer {
	const text = bytes
		.toString("latin1")
		.replaceAll("\u001b$)C", "")
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the shifts
		.replace(/\u000e([^\u000f\r\n]*)\u000f?/g, (_, shifted) =>
			withHighBits(shifted),
		);
	return Buffer.from(text, "latin1");
}

/** HZ (RFC 1843) as GBK. */
function readShiftedChinese(bytes: Buffer): Buffer {
	const text = bytes
		.toString("latin1")
		.replace(
			/~\{((?:[^~\r\n]|~(?!\}))*)(?:~\})?|~~|~\r?\n/g,
			(sign, shifted?: string) => {
				if (shifted !== undefined) return withHighBits(shifted);
				return sign === "~~" ? "~" : "";
			},
		);
	return Buffer.from(text, "latin1");
}

function withHighBits(text: string): string {
	return text.replace(/[!-~]/g, (character) =>
		String.fromCharCode(character.charCodeAt(0) | 0x80),
	);
}
