import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { expect, it } from "vitest";
import { readHeaders } from "./read-headers.ts";

const headersOf = (...lines: [name: string, value: string | Buffer][]) =>
	readHeaders(
		lines.map(([name, value]) => ({ name, value: Buffer.from(value) })),
	);

it.each([
	["encoded words", " =?utf-8?q?Gr=C3=BC=C3=9Fe?=", "Grüße"],
	[
		"words that divide a character",
		" =?utf-8?b?R3LD?=\r\n =?utf-8?b?vMOfZQ==?=",
		"Grüße",
	],
	[
		"Japanese words",
		" =?iso-2022-jp?b?GyRCJDMkcyRLJEEkTxsoQg==?=",
		"こんにちは",
	],
	["folded lines", " one\r\n two\r\n\tthree", "one two three"],
	["raw UTF-8", " Grüße", "Grüße"],
	["a line break in a word", " =?utf-8?q?a=0D=0AFrom:_x?=", "a From: x"],
	["separators of lines", " a\u2028b", "a b"],
	["an unknown charset", " =?no-such?q?abc?=", "abc"],
	["an unfinished word", " =?utf-8?q?abc", "=?utf-8?q?abc"],
	[
		"an unfinished word before another",
		" =?utf-8?q?abc =?utf-8?q?=C3=BC?=",
		"=?utf-8?q?abc ü",
	],
	["words of two charsets", " =?utf-8?q?=C3=BC?= =?iso-8859-1?q?=FC?=", "üü"],
	[
		"words in a text",
		" Re: =?utf-8?q?=C3=BC?= and =?utf-8?b?w7w=?= so",
		"Re: ü and ü so",
	],
	["words without a space", " =?utf-8?q?a?==?utf-8?q?b?=", "ab"],
	["the language of a word", " =?utf-8*de?q?Gr=C3=BCn?=", "Grün"],
	["spaces at a word's ends", " a =?utf-8?q?_b_?= c", "a  b  c"],
	["question marks in a word", " =?utf-8?q?Who?_Me?_=C3=BC?=", "Who? Me? ü"],
	["a question mark at a word's end", " =?utf-8?q?Who=3F?=", "Who?"],
	["UTF-8 as Latin-1", " =?iso-8859-1?q?Gr=C3=BC=C3=9Fe?=", "Grüße"],
	["UTF-8 as ASCII", " =?us-ascii?q?Gr=C3=BC=C3=9Fe?=", "Grüße"],
	["Latin-1 as UTF-8", " =?utf-8?q?Gr=FC=DFe?=", "Grüße"],
	["Windows-1252 as Latin-1", " =?iso-8859-1?q?5_=80_=96_ok?=", "5 € – ok"],
	[
		"UTF-8 without a known charset",
		" =?unknown-8bit?q?Gr=C3=BC=C3=9Fe?=",
		"Grüße",
	],
	["KOI8-R as UTF-8", " =?utf-8?b?8NLJ18XUIMTS1drY0Q==?=", "Привет друзья"],
])("reads a subject with %s", (_, value, expected) => {
	expect(headersOf(["subject", value]).subject).toBe(expected);
});

it("reads a subject of bytes in another charset", () => {
	const headers = headersOf([
		"subject",
		Buffer.from("Grüße aus Köln", "latin1"),
	]);
	expect(headers.subject).toBe("Grüße aus Köln");
});

it.each([
	["one id", "<a@example.com>", ["<a@example.com>"]],
	["several", "<a@x>\r\n <b@x>", ["<a@x>", "<b@x>"]],
	["a comment beside it", "<a@x> (sent on Monday)", ["<a@x>"]],
	["one without brackets", "a@example.com", ["<a@example.com>"]],
	["words", "your mail of Monday", []],
])("reads the ids of %s", (_, value, expected) => {
	expect(headersOf(["references", value]).references).toEqual(expected);
});

it("keeps the ids nearest to the mail where there are too many", () => {
	const ids = Array.from({ length: 500 }, (_, i) => `<${i}@x>`);
	const { references } = headersOf(["references", ids.join(" ")]);
	expect([references.length, references.at(-1)]).toEqual([100, "<499@x>"]);
});

it.each([
	["Mon, 6 Nov 2023 10:12:00 +0100", "2023-11-06T09:12:00.000Z"],
	["6 Nov 2023 10:12:00 GMT (a comment)", "2023-11-06T10:12:00.000Z"],
	["yesterday", undefined],
	["", undefined],
	["1".repeat(200), undefined],
])("reads the date %j", (value, expected) => {
	expect(headersOf(["date", value]).date?.toISOString()).toBe(expected);
});

it("takes the first of headers that may be there once", () => {
	const headers = headersOf(
		["from", "a@example.com"],
		["from", "b@example.com"],
	);
	expect(headers.from.map(({ address }) => address)).toEqual(["a@example.com"]);
});

it("finds whom the relay delivered to", () => {
	const headers = headersOf(
		["delivered-to", "help+x@desk.example"],
		["x-original-to", "help@desk.example"],
	);
	expect(headers.deliveredTo).toEqual([
		"help+x@desk.example",
		"help@desk.example",
	]);
});

it.each([
	["encoded words", "=?utf-8?q?a?= ".repeat(70_000)],
	[
		"encoded words of many charsets",
		"=?utf-8?q?=C3?= =?ascii?b?w7w=?= ".repeat(30_000),
	],
	["words that do not end", `=?utf-8?q?${"a".repeat(40)}`.repeat(20_000)],
	["question marks in words", `=?utf-8?q?${"?a".repeat(500_000)}`],
	["unfinished words", "=?utf-8?q?".repeat(100_000)],
	["addresses", "a@example.com, ".repeat(65_000)],
	["parentheses", "(".repeat(1 << 20)],
	["quotes", '"'.repeat(1 << 20)],
	["angle brackets", "<".repeat(1 << 20)],
	["spaces", " ".repeat(1 << 20)],
	["colons", "a:".repeat(1 << 19)],
])("reads headers of a mebibyte of %s in linear time", (_, value) => {
	const start = threadTimeMs();
	for (const name of ["subject", "from", "references", "date"]) {
		headersOf([name, value]);
	}
	expect(threadTimeMs() - start).toBeLessThan(5_000);
});
