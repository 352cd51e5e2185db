import iconv from "iconv-lite";
import { expect, it } from "vitest";
import { charsetOf, decodeText } from "./decode-text.ts";

const GERMAN = "Grüße, können Sie die Rechnung für März prüfen?";
const FRENCH = "J’ai reçu une facture erronée – 17 €";
const POLISH =
	"Dzień dobry, proszę o pomoc z zamówieniem. Nie mogę się zalogować, źle działa.";
const RUSSIAN = "Здравствуйте! Не могу войти в личный кабинет.";
const JAPANESE = "こんにちは。ログインできません。助けてください。";
const CHINESE = "您好，我的订单还没有收到，请帮我查一下。";
const TRADITIONAL = "您好，我的訂單還沒有收到，請幫我查一下。";
const KOREAN = "안녕하세요. 로그인이 되지 않습니다.";

it.each([
	["Latin-1 as UTF-8", GERMAN, "latin1", "utf-8"],
	["UTF-8 as Latin-1", GERMAN, "utf8", "iso-8859-1"],
	["UTF-8 as ASCII", GERMAN, "utf8", "us-ascii"],
	["Windows-1252 as Latin-1", FRENCH, "windows-1252", "iso-8859-1"],
	["Windows-1252 as UTF-8", FRENCH, "windows-1252", "utf-8"],
	["Windows-1252 without a label", FRENCH, "windows-1252", null],
	["Windows-1250 as UTF-8", POLISH, "windows-1250", "utf-8"],
	["Latin-2 as UTF-8", POLISH, "iso-8859-2", "utf-8"],
	["KOI8-R as Latin-1", RUSSIAN, "koi8-r", "iso-8859-1"],
	["KOI8-R as UTF-8", RUSSIAN, "koi8-r", "utf-8"],
	["Windows-1251 without a label", RUSSIAN, "windows-1251", null],
	["Shift_JIS as Latin-1", JAPANESE, "shift_jis", "iso-8859-1"],
	["Shift_JIS as UTF-8", JAPANESE, "shift_jis", "utf-8"],
	["EUC-JP as Shift_JIS", JAPANESE, "euc-jp", "shift_jis"],
	["GB18030 as UTF-8", CHINESE, "gb18030", "utf-8"],
	["GB18030 as GB2312", CHINESE, "gb18030", "gb2312"],
	["UTF-8 as GB2312", CHINESE, "utf8", "gb2312"],
	["Big5 as Latin-1", TRADITIONAL, "big5", "iso-8859-1"],
	["EUC-KR as ASCII", KOREAN, "euc-kr", "us-ascii"],
	["one short word, KOI8-R as Latin-1", "Привет", "koi8-r", "iso-8859-1"],
	[
		"a few words, Shift_JIS without a label",
		"こんにちは元気",
		"shift_jis",
		null,
	],
	["Korean of Windows as UTF-8", `${KOREAN} 샾 똠방각하`, "cp949", "utf-8"],
])("reads a mislabelled text: %s", (_, text, actual, declared) => {
	expect(decodeText(iconv.encode(text, actual), declared)).toBe(text);
});

it.each([
	["Shift_JIS", JAPANESE, "shift_jis", "Shift_JIS"],
	["its Windows name", JAPANESE, "shift_jis", "cp932"],
	["EUC-JP", JAPANESE, "euc-jp", "euc-jp"],
	["GBK", CHINESE, "gbk", "GBK"],
	["Big5", TRADITIONAL, "big5", "big5"],
	["KOI8-R", RUSSIAN, "koi8-r", "koi8-r"],
	["Latin-9", "17 €", "iso-8859-15", "iso-8859-15"],
	["Windows-1255", "שלום", "windows-1255", "windows-1255"],
	["UTF-16", GERMAN, "utf-16le", "utf-16le"],
	["a label in quotes", GERMAN, "utf8", '"UTF-8"'],
	["the Korean of Windows", "샾 똠방각하", "cp949", "ks_c_5601-1987"],
	["the Big5 of Hong Kong", "嘅", "big5-hkscs", "big5"],
	["a code page of DOS", GERMAN, "cp850", "cp850"],
	["another name of it", GERMAN, "cp437", "IBM437"],
	["UTF-7", `${GERMAN} 1+1 😀`, "utf-7", "UTF-7"],
])("reads a rightly labelled text: %s", (_, text, actual, declared) => {
	expect(decodeText(iconv.encode(text, actual), declared)).toBe(text);
});

it("reads ISO-2022-JP by its escape sequences, whatever the label", () => {
	const bytes = Buffer.from("\u001b$B$3$s$K$A$O\u001b(B", "latin1");
	for (const label of ["iso-2022-jp", "us-ascii", null]) {
		expect(decodeText(bytes, label)).toBe("こんにちは");
	}
});

it.each([
	[
		"iso-2022-kr",
		"\u001b$)C\u000e>H3g\u000f, OK\n\u000e>H3g\n",
		"안녕, OK\n안녕\n",
	],
	["hz-gb-2312", "~{<:Ky2;S{~} ~~\n~{N^SZHK!#~}~\n.", "己所不欲 ~\n无于人。."],
])("reads %s by its shifts", (label, text, expected) => {
	expect(decodeText(Buffer.from(text), label)).toBe(expected);
});

it("believes a mark of the byte order rather than the label", () => {
	const bytes = Buffer.concat([
		Buffer.from([0xff, 0xfe]),
		Buffer.from("Grüße", "utf16le"),
	]);
	expect(decodeText(bytes, "iso-8859-1")).toBe("Grüße");
});

it("keeps UTF-8 with a broken character UTF-8", () => {
	const bytes = Buffer.concat([Buffer.from(GERMAN), Buffer.from([0xc3])]);
	expect(charsetOf(bytes, "utf-8")).toBe("utf-8");
});

it.each(["", "unknown-8bit", "no-such-charset", "utf-7", "\0"])(
	"reads text with the label %j",
	(label) => {
		expect(decodeText(Buffer.from("plain"), label)).toBe("plain");
		expect(decodeText(Buffer.from(GERMAN), label)).toBe(GERMAN);
	},
);
