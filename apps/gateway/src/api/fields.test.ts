import { expect, it } from "vitest";
import { customAttributes, optionalText, tags, text } from "./fields.ts";
import { moment } from "./query-fields.ts";

it.each([
	["a", 5, true],
	["  ", 5, false],
	["😀😀😀😀😀", 5, true], // five characters, ten UTF-16 units
	["abcdef", 5, false],
	["a\tb", 5, false],
	["a\u0000b", 5, false],
	["e\u0301".repeat(5), 5, true], // two characters that are one in NFC
	["\u0958".repeat(5), 5, false], // one character that is two in NFC
])("takes %j for one line of at most %i characters: %s", (value, max, ok) => {
	expect(text({ max }).safeParse(value).success).toBe(ok);
});

it("leaves a multiline text unchanged", () => {
	const value = " a\n\tb\r\ne\u0301 ";
	expect(text({ max: 100, multiline: true }).parse(value)).toBe(value);
});

it("treats a blank optional text as absent", () => {
	expect(optionalText({ max: 5 }).parse("  ")).toBeUndefined();
	expect(optionalText({ max: 5 }).safeParse("abcdef").success).toBe(false);
});

it("normalises and trims tags before it measures them", () => {
	expect(tags.parse(["e\u0301 ", "b"])).toEqual(["é", "b"]);
	const longest = "é".repeat(64);
	expect(tags.parse([` ${"e\u0301".repeat(64)} `])).toEqual([longest]);
});

it("passes on attribute keys of any name", () => {
	const value = JSON.parse('{"__proto__":1,"toString":2}') as object;
	const read = customAttributes.parse(value);
	expect(Object.keys(read)).toEqual(["__proto__", "toString"]);
	expect(({} as { admin?: number }).admin).toBeUndefined();
});

it.each([
	["2026-01-31", "2026-01-31T00:00:00.000Z"],
	["2026-01-31T10:00:00+02:00", "2026-01-31T08:00:00.000Z"],
	["2026-01-31T10:00:00.1234Z", "2026-01-31T10:00:00.123Z"],
	["2026-02-30", undefined],
	["2026-02-30T00:00:00Z", undefined],
	["0000-01-01", undefined],
	["0001-01-01", "0001-01-01T00:00:00.000Z"],
	["0001-01-01T00:00:00+01:00", undefined],
	["yesterday", undefined],
	["infinity", undefined],
	["+275760-01-01", undefined],
	["2026-01-31T10:00:00", undefined], // ambiguous without an offset
	["2026-01-31T10:00:00 02:00", undefined],
])("reads the moment %s as %s", (value, expected) => {
	expect(moment("after").safeParse(value).data).toBe(expected);
});

it("keeps a bound between two milliseconds after the earlier one", () => {
	expect(moment("before").parse("2026-01-31T10:00:00.1234Z")).toBe(
		"2026-01-31T10:00:00.124Z",
	);
});
