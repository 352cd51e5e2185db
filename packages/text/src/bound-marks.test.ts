import { expect, it, test } from "vitest";
import { boundMarks } from "./bound-marks.ts";

const musical = "\u{1d165}";

test.each([
	["a\u0301\u0323b", "a\u0301\u0323b"],
	["मुझे धनवापसी चाहिए", "मुझे धनवापसी चाहिए"],
	[`a${"\u0301".repeat(30)}b`, `a${"\u0301".repeat(30)}b`],
	[`a${"\u0301".repeat(31)}b`, `a${"\u0301".repeat(30)}b`],
	[`a${musical.repeat(31)}b`, `a${musical.repeat(30)}b`],
	["", ""],
])("of %j leaves %j", (text, expected) => {
	expect(boundMarks(text)).toBe(expected);
});

it.each(["\u0315\u0300\u05ae\u0316", "\u0301\uff9e", "\u302e\u{1d165}"])(
	"bounds 500,000 characters of %j so that they can be normalised",
	(marks) => {
		const text = boundMarks(`a${marks.repeat(500_000 / marks.length)}`);
		expect([...text.normalize("NFKD")]).toHaveLength(31);
	},
);
