import { expect, it } from "vitest";
import { decodeFlowed } from "./flowed.ts";

it.each([
	["joins lines", "one \ntwo \nthree\nfour", "one two three\nfour"],
	["deletes the space where it says so", "ein \nfach", "einfach", true],
	["keeps quotes apart", "> one \n> two\nthree", "> one two\nthree"],
	["keeps depths apart", "> one \n>> two", "> one \n>> two"],
	["keeps the separator of a signature", "text \n-- \nPat", "text \n-- \nPat"],
	[
		"removes stuffed spaces",
		" From here\n > no quote",
		"From here\n> no quote",
	],
	["keeps empty lines", "one\n\ntwo", "one\n\ntwo"],
])("%s", (_, text, expected, deleteSpace = false) => {
	expect(decodeFlowed(text, deleteSpace)).toBe(expected);
});
