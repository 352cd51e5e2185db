import { expect, test } from "vitest";
import { openWordPiece } from "./vocabulary.ts";

const wordPiece = openWordPiece();

// The expected ids are those of BERT's own uncased tokenizer.
test.each([
	["Hello, world!", [7592, 1010, 2088, 999]],
	["unaffable", [14477, 20961, 3468]],
	["naïve NAIVE", [15743, 15743]],
	["中文", [1746, 1861]],
	["don't", [2123, 1005, 1056]],
	["a+b", [1037, 1009, 1038]],
	["", []],
	[" \t\n", []],
])("cuts %j as BERT does", (text, ids) => {
	expect(wordPiece.pieces(text, 128)).toEqual(ids);
});

test("gives characters outside the vocabulary one unknown piece", () => {
	expect(wordPiece.pieces("🦖🦖 hello", 128)).toEqual([100, 7592]);
});

test("takes a run of letters that no word has as unknown", () => {
	expect(wordPiece.pieces("a".repeat(101), 128)).toEqual([100]);
});

test("ignores zero-width characters inside a word", () => {
	expect(wordPiece.pieces("hel\u200blo", 128)).toEqual([7592]);
});

test("stops at the given number of pieces", () => {
	expect(wordPiece.pieces("hello ".repeat(500), 3)).toEqual([7592, 7592, 7592]);
});
