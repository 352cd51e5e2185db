import { expect, it } from "vitest";
import { findSignature } from "./signature.ts";
import { textLines } from "./text-lines.ts";

/** The first line of the signature; undefined when there is none. */
function signatureIn(text: string): string | undefined {
	const lines = textLines(text);
	return lines[findSignature(lines, 0, lines.length)]?.content;
}

it.each([
	["the standard separator", "Hello\n-- \nPat", "--"],
	["one without its space", "Hello\n--\nPat\nExample Ltd", "--"],
	["a long dash", "Hello\n\n—\nPat", "—"],
	[
		"a rule above a few short lines",
		"Hello\n\n____________\nlist\nlist@example.com",
		"____________",
	],
	["a name after a dash", "Hello\n\n-Pat Example", "-Pat Example"],
	[
		"a mobile program's line",
		"Hello\n\nSent from my iPhone",
		"Sent from my iPhone",
	],
	["several of them", "Hello\n\n-Pat\n\nSent from my iPhone", "-Pat"],
	["the first separator of two", "Hello\n--\n--\nPat", "--"],
	[
		"the standard separator, whatever is below it",
		"Hello\n-- \nPat\nQuestions? Call us.",
		"--",
	],
])("begins at %s", (_, text, expected) => {
	expect(signatureIn(text)).toBe(expected);
});

it.each([
	["dashes within a line", "a fix -- not a signature"],
	["a list", "Two things:\n- my order\n- my bill"],
	["a rule above long lines", `Hello\n-----\n${"long line ".repeat(20)}`],
	["a rule above many lines", `Hello\n-----\n${"line\n".repeat(9)}`],
	["separators far above the end", `Hello\n--\n${"line\n".repeat(30)}`],
	[
		"a question below two dashes",
		"My new address:\n--\nStreet 5\n\nThanks, and can you cancel order 55?",
	],
	["a question below a rule", "It is broken.\n-----\nWhat can I do?\nPat"],
	["a polite end", "Hello\n\nKind regards\nPat"],
	["a first line", "--\nPat"],
])("is none: %s", (_, text) => {
	expect(signatureIn(text)).toBeUndefined();
});
